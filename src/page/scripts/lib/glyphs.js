// @use lib/dom.js
// Icon fonts draw letters that are in no alphabet: they say nothing.
const GLYPHS = /[\uE000-\uF8FF\u{F0000}-\u{10FFFD}]/gu;
const withoutGlyphs = (text) => (/[^\x00-\x7f]/.test(text) ? squeezed(text.replace(GLYPHS, "")) : text);
