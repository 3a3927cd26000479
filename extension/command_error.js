// CommandError: why a command failed, as the server is told it: a code, a text, what to do next, and `outcome_unknown` where
// something may have been done all the same.

const kHints = {
  ambiguous_target: 'Say more in query, or use a selector that fits one element.',
  blocked_by_page: 'Ask the user to allow the debugger in the options of the extension.',
  debugger_failed: 'Submit it again; if that fails too, ask the user to switch off the debugger in the options.',
  element_covered: 'Deal with the element that the message names first, or scroll.',
  element_disabled: 'Fill in what the page wants first.',
  element_not_found: 'Look at the page with get_text and use what it shows; it may still be loading.',
  element_not_visible: 'Open what hides it, or use another element.',
  invalid_arguments: 'Correct the argument that the message names.',
  navigation_failed: 'Check the address; the server behind it may be down.',
  no_tab_shared: 'Ask the user to open the popup of the extension on a tab and press "Let the agent use this tab".',
  page_changed: 'Submit it again once the page has loaded.',
  page_not_allowed: 'Chrome lets no extension into this page: its own pages, error pages, the web store, other extensions.',
  result_too_large: 'Ask for less of it.',
  script_error: 'Correct what the message names: the script, or what it expects of the page.',
  stopped: 'Ask the user whether you may go on, and in which tab.',
  stopped_by_user: 'It did not begin. Ask the user whether you may go on.',
  storage_failed: 'It did not begin. Submit it again.',
  switched_off: 'Ask the user to switch it on in the popup of the extension.',
  tab_not_in_front: 'Ask the user to bring the tab to the front, or to allow the debugger in the options.',
  unsupported: 'Use another action or another element; execute_js does what the others cannot.',
};
const kLookFirst = 'Look at the page to see what happened before you submit it again.';

export class CommandError extends Error {
  constructor(code, message, { isUnknown = false } = {}) {
    super(message);
    this.code = code;
    this.isUnknown = isUnknown;
  }

  // What was thrown by something else is a script_error.
  static from(thrown) {
    return thrown instanceof CommandError ? thrown : new CommandError('script_error', thrown?.message ?? String(thrown));
  }

  toJSON() {
    const hint = this.isUnknown ? kLookFirst : kHints[this.code];
    return { code: this.code, message: this.message, ...(hint && { hint }), ...(this.isUnknown && { outcome_unknown: true }) };
  }
}
