// What the scripts of one document share in their isolated world: refs of elements, closed shadow roots that
// the browser told us of, and a count of the changes seen. The page can neither see nor reach it.
function world() {
  const elements = new Map(); // ref → WeakRef of the element
  const refs = new WeakMap(); // element → ref
  const closedRoots = new WeakMap(); // host → its closed root, or null: asked, has none
  const watched = new WeakSet();
  let nextRef = 1;
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

  function take(records) {
    revision++;
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

  function refOf(element) {
    let ref = refs.get(element);
    if (ref === undefined) {
      ref = nextRef++;
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

  function packed(value) {
    return { value, nextRef, revision: currentRevision(), url: document.URL, title: document.title };
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
    isKnownHost: (host) => closedRoots.has(host),
    noteClosedRoot: (host, root) => closedRoots.set(host, root),
    // Runs a script; refs it makes begin at `firstRef`, since they are counted per tab, not per document.
    run(name, args, firstRef) {
      nextRef = Math.max(nextRef, firstRef);
      const value = this.scripts[name](args);
      return value instanceof Promise ? value.then(packed) : packed(value);
    },
  };
}
