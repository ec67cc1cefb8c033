/** Letters that Unicode does not decompose, and the quotes and dashes that keyboards and phones write. */
const FOLDS: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ŋ: "n",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  "−": "-",
};
const LETTERS = /[łøđðħŧıŋßæœþ−]/g;

/**
 * Normalizes text for filters: NFKD, lower case, without marks and what nobody sees, single blanks, plain letters,
 * quotes and dashes. SQLite folds ASCII only. ASCII keeps all but its case: the folded email address is the account's.
 */
export const foldText = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{DI}]/gu, "")
    .toLowerCase()
    .replace(/[‘’‚‛ʻʼ´]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/\p{Pd}/gu, "-")
    .replace(LETTERS, (letter) => FOLDS[letter]!)
    .replace(/\s+/g, " ")
    .trim();
