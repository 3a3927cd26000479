// Rich editors, one per page, each with the label "Story"; `text()` is what the editor itself holds.
import { defaultKeymap, history } from '@codemirror/commands';
import { EditorState as CodeState } from '@codemirror/state';
import { EditorView as CodeView, keymap as codeKeymap } from '@codemirror/view';
import { registerRichText } from '@lexical/rich-text';
import { $getRoot, createEditor } from 'lexical';
import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import Quill from 'quill';

const host = document.getElementById('app');
const named = { 'aria-label': 'Story', role: 'textbox', 'aria-multiline': 'true' };

function plain() {
  const field = document.createElement('div');
  field.contentEditable = 'true';
  for (const [name, value] of Object.entries(named)) field.setAttribute(name, value);
  host.append(field);
  return () => field.innerText;
}

function prosemirror() {
  const state = EditorState.create({ schema, plugins: [keymap(baseKeymap)] });
  const view = new EditorView(host, { state, attributes: named });
  return () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n');
}

function codemirror() {
  const extensions = [history(), codeKeymap.of(defaultKeymap), CodeView.contentAttributes.of({ 'aria-label': 'Story' })];
  const view = new CodeView({ state: CodeState.create({ extensions }), parent: host });
  return () => view.state.doc.toString();
}

function lexical() {
  const field = document.createElement('div');
  field.contentEditable = 'true';
  for (const [name, value] of Object.entries(named)) field.setAttribute(name, value);
  host.append(field);
  const editor = createEditor({ onError: (error) => console.error(error) });
  registerRichText(editor);
  editor.setRootElement(field);
  return () =>
    editor.read(() =>
      $getRoot()
        .getChildren()
        .map((block) => block.getTextContent())
        .join('\n'),
    );
}

function quill() {
  const editor = new Quill(host, { modules: { toolbar: false } });
  editor.root.setAttribute('aria-label', 'Story');
  return () => editor.getText().replace(/\n$/, '');
}

const editors = { plain, prosemirror, codemirror, lexical, quill };
globalThis.text = editors[document.title]();
