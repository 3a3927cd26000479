// The elements of these refs, for whoever needs them as objects; null where one is gone.
function elementsByRef(args) {
  return args.refs.map((ref) => openchrome.elementOf(ref));
}
