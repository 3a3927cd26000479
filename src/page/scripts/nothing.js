// Answers nothing: whoever runs it wants the state of the document, which comes with every answer.
function nothing() {
  return null;
}
