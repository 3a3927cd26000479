// What runs inside the page, with as much of a page as it needs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readText, useElement } from '../../extension/page_functions.js';

class FakeElement {
  innerText = '';
  constructor(localName, properties = {}) {
    Object.assign(this, { localName, ...properties });
  }
  getAttribute() {
    return null;
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 10, height: 10 };
  }
  scrollIntoView() {}
  click() {}
  focus() {}
  contains(other) {
    return other === this;
  }
}

const kElements = {
  '#pin': new FakeElement('input', { type: 'password', value: 'hunter2' }),
  '#shown-pin': new FakeElement('input', { type: 'text', value: 'hunter2', placeholder: 'PIN' }),
  '#note': new FakeElement('textarea', { type: 'textarea', value: 'dear diary', title: 'Note' }),
  '#buy': new FakeElement('input', { type: 'submit', value: 'Buy' }),
};

describe('inside the page', () => {
  before(() => {
    const found = (selector) => {
      if (selector.startsWith('##')) throw new SyntaxError(`'${selector}' is not a valid selector.`);
      return kElements[selector] ? [kElements[selector]] : [];
    };
    globalThis.document = {
      querySelectorAll: (selector) => (selector.startsWith('a,') ? Object.values(kElements) : found(selector)),
      querySelector: (selector) => found(selector)[0] ?? null,
      elementFromPoint: () => null,
    };
    globalThis.getComputedStyle = () => ({ visibility: 'visible' });
  });
  after(() => {
    delete globalThis.document;
    delete globalThis.getComputedStyle;
  });

  test('what a field holds is not its name', () => {
    const name = (selector) => useElement({ selector, act: 'press' }).name;
    assert.equal(name('#pin'), '<input>');
    assert.equal(name('#shown-pin'), '<input> pin');
    assert.equal(name('#note'), '<textarea> note');
    assert.equal(name('#buy'), '<input> buy');
    for (const selector of Object.keys(kElements))
      assert.ok(!/hunter2|diary/.test(JSON.stringify(useElement({ selector, act: 'focus' }))), selector);
  });

  test('nor is it found by that', () => {
    for (const query of ['hunter2', 'hunt', 'dear diary']) assert.equal(useElement({ query }).error, 'element_not_found');
    assert.equal(useElement({ query: 'buy' }).name, '<input> buy');
  });

  test('a selector that is none is named', () => {
    for (const use of [readText, useElement]) {
      const { error, message } = use({ selector: '##' });
      assert.equal(error, 'invalid_arguments');
      assert.match(message, /'##'/);
    }
  });
});
