// Sizes in UTF-8 bytes, which is what callers count in.
function byteLength(text) {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2; // a pair is four for two units; a lone half becomes U+FFFD, three
    if (isPairAt(text, i)) i++;
  }
  return bytes;
}

function isPairAt(text, i) {
  return (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
}

// The beginning of a text that fits, never ending inside a character.
function cutToBytes(text, maxBytes) {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  let i = 0;
  while (i < text.length) {
    const unit = text.charCodeAt(i);
    const pair = unit >= 0xd800 && isPairAt(text, i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    if (bytes > maxBytes) return text.slice(0, i);
    i += pair ? 2 : 1;
  }
  return text;
}

// Cut to a number of characters, with an ellipsis when something is missing.
function shortened(text, maxLength) {
  if (text.length <= maxLength) return text;
  const end = isPairAt(text, maxLength - 2) ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}
