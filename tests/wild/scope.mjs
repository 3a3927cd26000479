// The model of a page while it is built: its controls in document order, what encloses them, and what makes them awkward.
// Phrases are decided from this model alone, never from what the server under test makes of the page.
export const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// What remains of a name for a person who reads quickly: no case, no punctuation.
export const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

export class Model {
  controls = [];
  texts = []; // what prose and headings say
  documents = new Map(); // path → HTML of frames
  features = new Set(); // of the page as a whole
  #taken = new Set();

  constructor(random) {
    this.random = random;
  }

  // A name that nothing else on the page has, by `make`; null if there is none left.
  fresh(make) {
    for (let tries = 0; tries < 60; ++tries) {
      const name = make();
      const key = plain(name) || name;
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return name;
    }
    return null;
  }

  freshOf(list) {
    return this.fresh(() => this.random.pick(list));
  }

  newId() {
    this.ids = (this.ids ?? 0) + 1;
    return this.ids;
  }
}

// Where something is put: the model with what encloses it.
export class Scope {
  constructor(model, { containers = [], visible = true, operable = true, features = [] } = {}) {
    Object.assign(this, { model, random: model.random, containers, visible, operable, features });
  }

  inside({ container, visible = true, operable = true, features = [] }) {
    return new Scope(this.model, {
      containers: container ? [container, ...this.containers] : this.containers,
      visible: this.visible && visible,
      operable: this.operable && operable,
      features: [...this.features, ...features],
    });
  }

  // A control; its `mark` goes into its tag.
  add({ role, name, features = [], isDisabled = false, ...rest }) {
    const id = this.model.newId();
    const control = {
      id,
      role,
      name,
      isDisabled,
      isVisible: this.visible,
      isOperable: this.visible && this.operable && !isDisabled,
      containers: this.containers,
      features: [...this.features, ...features],
      mark: ` data-w="${id}"`,
      ...rest,
    };
    this.model.controls.push(control);
    return control;
  }

  say(text) {
    if (this.visible) this.model.texts.push(text);
    return escape(text);
  }
}
