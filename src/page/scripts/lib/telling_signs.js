// Signs that belong to a word or a number and make another of it: "C#" and "C++", "$135" and 135, "-20" and 20, "Plan A+" and
// "Plan A". Names are compared without signs; this says whether the signs agree too.
const SIGNED_WORD = /^([-−+]?)([$€£¥₹#]?)([\p{L}\p{N}](?:[\p{L}\p{N}.,]*[\p{L}\p{N}])?)([+#%$€£¥₹-]*)\*?$/u;
const MONEY = /[$€£¥₹%]/;
const LONE_SIGN = /^[$€£¥₹%<>≤≥=]+$/;

// "yes"; "nearly": the text has a sign of money or "#" that was not said, or the other way round for "#"; "no".
function signsAgree(text, said) {
  const [have, want] = [signedWords(text), signedWords(said)];
  let isNear = false;
  for (const sign of want.lone) if (!have.lone.has(sign) && (have.lone.size > 0 || /[<>≤≥]/.test(sign))) return "no";
  for (const [core, signs] of want.words) {
    const there = have.words.get(core);
    if (!there) continue;
    for (const sign of signs) {
      if (there.has(sign)) continue;
      const isSoft = (one) => one === "" || one === "#";
      if (isSoft(sign) && [...there].some((one) => isSoft(one) || (sign === "" && MONEY.test(one) && !/[-−]/.test(one)))) isNear = true;
      else return "no";
    }
  }
  return isNear ? "nearly" : "yes";
}

// {words: core → its signs, lone: signs that stand alone}. Only numbers and short words are told apart by signs.
function signedWords(text) {
  const words = new Map();
  const lone = new Set();
  const parts = text
    .toLowerCase()
    .replace(/(\d)\s+([%€$£¥₹])(?!\S)/gu, "$1$2")
    .replace(/([$€£¥₹])\s+(\d)/gu, "$1$2")
    .split(/[\s()[\]{}"“”„«»;!?·•|]+/u);
  for (const part of parts) {
    if (LONE_SIGN.test(part)) lone.add(part);
    const [, minus, before, core, after] = SIGNED_WORD.exec(part.replace(/[.,:]+$/, "")) ?? [];
    if (!core || (!/^\d/.test(core) && core.length > 3)) continue;
    const isNumber = /^\d/.test(core);
    const sign = `${isNumber ? minus.replace("−", "-") : ""}${before}${after}`;
    const known = words.get(core);
    if (known) known.add(sign);
    else words.set(core, new Set([sign]));
  }
  return { words, lone };
}
