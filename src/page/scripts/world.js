// What the scripts of one document share in their isolated world: refs of elements, closed shadow roots that
// the browser told us of, and a count of the changes seen. The page can neither see nor reach it.
function world() {
  const elements = new Map(); // ref → WeakRef of the element
  const refs = new WeakMap(); // element → ref
  const closedRoots = new WeakMap(); // host → its closed root, or null: asked, has none
  const watched = new WeakSet();
  const listening = new WeakSet(); // elements with listeners of the page's own for the mouse
  const blocks = []; // numbers that running scripts may give out: {next, end}
  let revision = 0;
  // When something moved last. Infinity: nobody knows, since the page has not been drawn under our eyes.
  let movedAt = Infinity;

  const gone = new FinalizationRegistry((ref) => elements.delete(ref));
  const observer = new MutationObserver(take);
  const seen = () => revision++;
  const moved = () => {
    if (movedAt !== Infinity) movedAt = performance.now();
  };
  // Scripts that move things by hand write these again and again; other attributes move a thing once.
  const moves = ({ attributeName }) =>
    attributeName === "style" || attributeName === "class" || attributeName === "transform";

  // Texts that change by themselves again and again, such as clocks: element → {count, first, at, text, step: by how much its numbers
  // change at most, words: whether more than numbers does}. What an action brings is none of them.
  const ticks = new Map();
  const TICK = { most: 20, apart: 50, kept: 8000, after: 1000, least: 3 };
  const numbersIn = (text) => (text.match(/\d+/g) ?? []).map(Number);
  const changeOf = (one, other) => {
    const [a, b] = [numbersIn(one), numbersIn(other)];
    const isSame = a.length === b.length && one.replace(/\d+/g, "0") === other.replace(/\d+/g, "0");
    return isSame ? a.reduce((sum, number, index) => sum + Math.abs(number - b[index]), 0) : null;
  };

  const hasTicked = ({ step, words }, gap, before, after, time) => {
    const change = changeOf(before, after);
    return change === null ? words : change <= step * (time / gap + 1.5);
  };

  // Whether a text that ticks does so during an action.
  function goesOn(element, now) {
    const known = ticks.get(element);
    if (!known || known.count < TICK.least) return false;
    const gap = (known.at - known.first) / (known.count - 1);
    return hasTicked(known, gap, known.text, (element.textContent ?? "").slice(0, 300), now - known.at);
  }

  function noteTick(element, now) {
    const text = (element.textContent ?? "").slice(0, 300);
    const known = ticks.get(element);
    if (known && now - known.at > TICK.apart) {
      const change = changeOf(known.text, text);
      Object.assign(known, { count: known.count + 1, at: now, text, step: Math.max(known.step, change ?? 0), words: known.words || change === null });
    } else if (!known && ticks.size < TICK.most) {
      ticks.set(element, { count: 1, first: now, at: now, text, step: 0, words: false });
    }
  }

  function noteTicks(records) {
    const now = performance.now();
    for (const [element, { at }] of ticks) if (now - at > TICK.kept) ticks.delete(element);
    const { effects } = openchrome;
    const mayBeEffect = effects && !(now - effects.toldAt > TICK.after);
    for (const { type, target, addedNodes } of records.slice(0, TICK.most)) {
      const isText = type === "characterData" || (type === "childList" && addedNodes.length === 1 && addedNodes[0].nodeType === 3);
      const element = type === "characterData" ? target.parentNode : target;
      if (!isText || !element) continue;
      if (!mayBeEffect || goesOn(element, now)) noteTick(element, now);
    }
  }

  function take(records) {
    revision++;
    noteTicks(records);
    if (records.some(moves)) moved();
  }

  const everything = { subtree: true, childList: true, attributes: true, characterData: true };

  function watch(root) {
    if (watched.has(root)) return;
    watched.add(root);
    observer.observe(root, everything);
    // What a person types or chooses is state of the page, and no mutation.
    root.addEventListener("input", seen, { capture: true, passive: true });
    root.addEventListener("change", seen, { capture: true, passive: true });
    root.addEventListener("scroll", moved, { capture: true, passive: true });
  }

  // From the largest block, so that a script with a small one (a wait) keeps it while a reading runs beside it.
  function freeNumber() {
    let best = null;
    for (const block of blocks) if (!best || block.end - block.next > best.end - best.next) best = block;
    if (!best || best.next >= best.end) throw new Error("a script used more refs than were reserved for it");
    return best.next++;
  }

  function refOf(element) {
    let ref = refs.get(element);
    if (ref === undefined) {
      ref = freeNumber();
      refs.set(element, ref);
      elements.set(ref, new WeakRef(element));
      gone.register(element, ref);
    }
    return ref;
  }

  // Null when the element is gone, or no longer in the document.
  function elementOf(ref) {
    const element = elements.get(ref)?.deref();
    return element && element.isConnected ? element : null;
  }

  // The shadow root of a host, open or closed, as far as it is known.
  function rootOf(host) {
    const root = host.shadowRoot || closedRoots.get(host) || null;
    if (root) watch(root);
    return root;
  }

  function currentRevision() {
    const records = observer.takeRecords();
    if (records.length > 0) take(records);
    return revision;
  }

  function packed(value, block) {
    blocks.splice(blocks.indexOf(block), 1);
    return { value, nextRef: block.next, revision: currentRevision(), url: document.URL, title: document.title };
  }

  function waitForFrame() {
    movedAt = Infinity;
    requestAnimationFrame(() => (movedAt = performance.now()));
  }

  watch(document);
  waitForFrame();
  document.addEventListener("visibilitychange", waitForFrame, { passive: true });
  return {
    scripts: {},
    revision: currentRevision,
    refOf,
    elementOf,
    rootOf,
    // For how many milliseconds nothing has been moved, as far as events and attributes tell.
    stillFor() {
      currentRevision();
      return performance.now() - movedAt;
    },
    ticking() {
      currentRevision();
      const now = performance.now();
      const found = [...ticks].map(([element, tick]) => ({ element, ...tick, gap: (tick.at - tick.first) / (tick.count - 1) }));
      return found.filter(({ element, count, at, gap }) => count >= TICK.least && now - at < gap * 2.5 && element.isConnected);
    },
    // Whether a text that ticks has only gone on, for so many milliseconds.
    hasTicked: (tick, before, after, time) => hasTicked(tick, tick.gap, before, after, time),
    reacts: (element) => listening.has(element),
    noteListeners: (found) => found.forEach((element) => listening.add(element)),
    isKnownHost: (host) => closedRoots.has(host),
    noteClosedRoot: (host, root) => closedRoots.set(host, root),
    reserve(next, end) {
      const block = { next, end };
      blocks.push(block);
      return block;
    },
    // Runs a script; the refs that it makes are numbers from `firstRef` up to `endRef`, which no other script of the
    // tab has.
    run(name, args, firstRef, endRef) {
      const block = this.reserve(firstRef, endRef);
      let value;
      try {
        value = this.scripts[name](args);
      } catch (error) {
        blocks.splice(blocks.indexOf(block), 1);
        throw error;
      }
      if (!(value instanceof Promise)) return packed(value, block);
      return value.then(
        (answer) => packed(answer, block),
        (error) => {
          blocks.splice(blocks.indexOf(block), 1);
          throw error;
        },
      );
    },
  };
}
