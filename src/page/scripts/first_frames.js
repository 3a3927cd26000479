// Is the page drawn? With waitMs it waits until a page that has just been shown has drawn two frames.
function firstFrames({ waitMs = 0 } = {}) {
  const visible = document.visibilityState === "visible";
  if (waitMs === 0) return { visible };
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ visible, drawn: false }), waitMs);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve({ visible, drawn: true });
      }),
    );
  });
}
