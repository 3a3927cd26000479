// What the browser said of hosts that may have a closed shadow root: `refs` have none; `object` is the root of one.
function noteClosedRoots(args) {
  if (args.object instanceof ShadowRoot) openchrome.noteClosedRoot(args.object.host, args.object);
  for (const ref of args.refs) {
    const host = openchrome.elementOf(ref);
    if (host) openchrome.noteClosedRoot(host, null);
  }
  return null;
}
