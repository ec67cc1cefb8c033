/** Digits of a label after `xn--`, by RFC 3492: a to z are 0 to 25, then 0 to 9. */
const digitOf = (sign: string) => (sign >= "a" ? sign.charCodeAt(0) - 97 : sign.charCodeAt(0) - 22);

/** The letters of a label in punycode; the label itself when it is none. */
function unicodeLabel(label: string): string {
  if (!/^xn--[a-z0-9-]+$/.test(label)) return label;
  const split = label.lastIndexOf("-");
  const letters = split > 3 ? [...label.slice(4, split)] : [];
  const digits = label.slice(Math.max(4, split + 1));
  let [code, bias, delta, at] = [128, 72, 0, 0];
  while (at < digits.length) {
    const before = delta;
    for (let weight = 1, base = 36; ; base += 36) {
      const digit = digitOf(digits[at++] ?? "");
      if (!(digit >= 0)) return label;
      delta += digit * weight;
      const threshold = Math.min(26, Math.max(1, base - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = letters.length + 1;
    let share = Math.floor((delta - before) / (before === 0 ? 700 : 2));
    share += Math.floor(share / length);
    for (bias = 0; share > 455; bias += 36) share = Math.floor(share / 35);
    bias += Math.floor((36 * share) / (share + 38));
    code += Math.floor(delta / length);
    if (code > 0x10ffff) return label;
    delta %= length;
    letters.splice(delta++, 0, String.fromCodePoint(code));
  }
  return letters.join("");
}

/** An address as people write it: info@xn--mller-kva.example is info@müller.example. */
export const readableEmail = (email: string) =>
  email.includes("xn--")
    ? email.replace(/[^@.]+/g, (label, at) => (at > email.indexOf("@") ? unicodeLabel(label) : label))
    : email;
