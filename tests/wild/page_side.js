// Runs first in every document of a generated page. It records which element got which event, gives elements their behaviour,
// and hands the record to the runner. Elements are known by a WeakMap: no attribute tells the server under test which one is meant.
(() => {
  const ids = new WeakMap(); // element → id of the generator
  const elements = new Map(); // id → the element that has it now: lists re-render
  const values = new Map(); // id → what a custom widget holds
  const defaults = new Map(); // id → { value, checked } at load
  const entries = new WeakMap(); // event → its entry of the log
  const lanes = new WeakMap(); // element → id
  const statuses = [];
  const onEffect = [];
  const onReset = [];
  let log = [];
  let pointerAt = null; // id below the pointer
  let effects = 0;

  const kPresses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick'];
  const kEdits = ['keydown', 'beforeinput', 'input', 'change', 'dragstart', 'drop'];

  function describe(node) {
    if (!(node instanceof Element)) return String(node?.nodeName ?? 'window');
    const text = (node.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
    const classes = node.getAttribute('class');
    return `<${node.localName}${node.id ? ` id=${node.id}` : ''}${classes ? ` class="${classes}"` : ''}> ${JSON.stringify(text)}`;
  }

  function idOf(event) {
    const known = event.type === 'drop' ? lanes : ids;
    return known.get(event.composedPath().find((node) => known.has(node))) ?? null;
  }

  // Roots are asked from the outside in; the innermost knows best, a closed one too.
  function watch(root) {
    for (const type of [...kPresses, ...kEdits]) {
      root.addEventListener(type, (event) => {
        let entry = entries.get(event);
        if (!entry) {
          entry = { type };
          entries.set(event, entry);
          log.push(entry);
          if (type === 'click' && event.isTrusted) setTimeout(() => affect(entry.id));
        }
        Object.assign(entry, { id: idOf(event), trusted: event.isTrusted, what: describe(event.composedPath()[0]) });
        if (type === 'click') entry.detail = event.detail;
      }, { capture: true, passive: true });
    }
    root.addEventListener('mouseover', (event) => {
      if (event.isTrusted) pointerAt = idOf(event);
    }, true);
    // Nothing leaves the page: links are routed and forms are sent by script, as in a single-page app.
    root.addEventListener('click', (event) => {
      const link = event.composedPath().find((node) => node.localName === 'a');
      if (link && !link.hasAttribute('data-real')) event.preventDefault();
    });
    root.addEventListener('submit', (event) => event.preventDefault());
  }
  watch(window);
  document.addEventListener('mouseleave', () => (pointerAt = null));

  // What a click does: something a reader sees, and nothing that names anything else.
  function affect(id) {
    ++effects;
    for (const status of statuses) status.textContent = `${effects} ${effects === 1 ? 'change' : 'changes'} so far`;
    for (const effect of onEffect) effect(id);
  }

  class AppButton extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<button type="button" part="button"><slot></slot></button>';
      watch(root);
    }
  }
  customElements.define('app-button', AppButton);

  const behaviours = {
    // A listener of its own, which is all that makes it operable.
    listen: (element) => element.addEventListener('click', () => {}),
    delegate: (element) => element.addEventListener('click', (event) => event.target.closest('[data-action]')),
    status: (element) => statuses.push(element),
    open: (element) => attach(element, 'open'),
    closed: (element) => attach(element, 'closed'),
    // A checkbox, switch or radio of ARIA.
    toggle(element) {
      const state = element.getAttribute('aria-checked');
      element.addEventListener('click', () => {
        if (element.getAttribute('role') === 'radio') {
          for (const other of element.parentNode.querySelectorAll('[role=radio]')) other.setAttribute('aria-checked', 'false');
          element.setAttribute('aria-checked', 'true');
        } else {
          element.setAttribute('aria-checked', String(element.getAttribute('aria-checked') !== 'true'));
        }
      });
      onReset.push(() => element.setAttribute('aria-checked', state));
    },
    tab(element) {
      element.addEventListener('click', () => {
        for (const other of element.parentNode.querySelectorAll('[role=tab]')) other.setAttribute('aria-selected', String(other === element));
      });
    },
    // A list made of a button and a box of options.
    combobox(element) {
      const button = element.querySelector('[role=combobox]');
      const list = element.querySelector('[role=listbox]');
      const shown = button.querySelector('.shown');
      const first = shown.textContent;
      const show = (visible) => {
        list.hidden = !visible;
        button.setAttribute('aria-expanded', String(visible));
      };
      const id = ids.get(button);
      values.set(id, first);
      button.addEventListener('click', () => show(list.hidden));
      list.addEventListener('click', (event) => {
        const option = event.target.closest('[role=option]');
        if (!option) return;
        values.set(id, option.textContent);
        shown.textContent = option.textContent;
        show(false);
      });
      onReset.push(() => {
        values.set(id, first);
        shown.textContent = first;
        show(false);
      });
    },
    modal: (element) => element.showModal(),
    // Opens while the pointer is on it, after a while, and pushes down what follows.
    unfold(element, wait) {
      const more = element.querySelector('.unfolds');
      let timer = 0;
      element.addEventListener('mouseenter', () => (timer = setTimeout(() => more.classList.add('is-open'), Number(wait))));
      element.addEventListener('mouseleave', () => {
        clearTimeout(timer);
        more.classList.remove('is-open');
      });
    },
    // Comes and goes with every click, and moves everything below.
    banner: (element) => onEffect.push(() => element.classList.toggle('is-open')),
    card: (element) => element.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'card')),
    // Takes cards; where in it they fall does not matter.
    lane(element, id) {
      lanes.set(element, Number(id));
      element.addEventListener('dragover', (event) => event.preventDefault());
      element.addEventListener('drop', (event) => {
        event.preventDefault();
        affect();
      });
    },
    // Renders again what reads the same, as a list does whose data are polled.
    rerender(element, interval, source) {
      setInterval(() => {
        const boxes = [...element.querySelectorAll('input')].map(({ checked }) => checked);
        const fresh = parse(source);
        adopt(fresh);
        for (const [index, input] of fresh.querySelectorAll('input').entries()) input.checked = boxes[index];
        element.replaceChildren(fresh);
      }, Number(interval));
    },
    // The page is loaded, and its thread is not free yet.
    busy: (element, milliseconds) => addEventListener('load', () => setTimeout(() => {
      const end = performance.now() + Number(milliseconds);
      while (performance.now() < end);
    })),
  };

  function parse(html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
  }

  function attach(host, mode) {
    const template = host.querySelector(':scope > template');
    const root = host.attachShadow({ mode });
    watch(root);
    root.append(template.content);
    template.remove();
    adopt(root);
  }

  // Takes the marks of the generator off a tree. The source of what re-renders is kept with its marks.
  function adopt(root) {
    const sources = new Map();
    for (const element of root.querySelectorAll('[data-do^=rerender]')) sources.set(element, element.innerHTML);
    for (const element of root.querySelectorAll('[data-w]')) {
      const id = Number(element.getAttribute('data-w'));
      element.removeAttribute('data-w');
      ids.set(element, id);
      if (element.localName === 'label' || element.hasAttribute('data-part')) {
        element.removeAttribute('data-part');
        continue;
      }
      elements.set(id, element);
      if (!defaults.has(id)) defaults.set(id, { value: element.value, checked: element.checked, text: element.textContent });
    }
    for (const element of [...root.querySelectorAll('[data-do]')].reverse()) { // inner ones first: a combobox needs its button's id
      const [name, parameter] = element.getAttribute('data-do').split(':');
      element.removeAttribute('data-do');
      behaviours[name](element, parameter, sources.get(element));
    }
  }

  function stateOf(id) {
    const element = elements.get(id);
    if (!element) return null;
    const isField = 'value' in element && element.localName !== 'button' && element.localName !== 'li';
    return {
      value: values.get(id) ?? (element.localName === 'select' ? element.selectedOptions[0]?.textContent : isField ? element.value : element.textContent),
      checked: element.hasAttribute('aria-checked') ? element.getAttribute('aria-checked') === 'true' : Boolean(element.checked),
      isUnderPointer: pointerAt === id,
    };
  }

  function reset() {
    for (const [id, { value, checked, text }] of defaults) {
      const element = elements.get(id);
      if (element.localName === 'input' || element.localName === 'textarea' || element.localName === 'select') {
        if (element.type === 'checkbox' || element.type === 'radio') element.checked = checked;
        else if (element.value !== value) element.value = value;
      } else if (element.isContentEditable && element.textContent !== text) {
        element.textContent = text;
      }
    }
    for (const action of onReset) action();
  }

  // Asks this document and the frames below it: { log, state } of the element; then everything is as it was at load.
  async function exchange(id) {
    const below = await Promise.all([...frames()].map((frame) => askFrame(frame, id)));
    const mine = { log, state: stateOf(id), under: pointerAt };
    log = [];
    reset();
    const answers = [mine, ...below];
    return {
      log: answers.flatMap((answer) => answer.log),
      state: answers.map((answer) => answer.state).find(Boolean) ?? null,
      under: answers.map((answer) => answer.under).find((under) => under !== null) ?? null,
    };
  }

  const frames = () => Array.from({ length: window.length }, (_, index) => window[index]);

  function askFrame(frame, id) {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data);
      frame.postMessage({ wild: id }, '*', [channel.port2]);
    });
  }

  addEventListener('message', async ({ data, ports }) => {
    if (data && 'wild' in data) ports[0].postMessage(await exchange(data.wild));
  });

  window.wild = { adopt, exchange };
})();
