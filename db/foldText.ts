/** Text as filters compare it: NFKD, lower case, without marks, single spaces. SQLite folds ASCII only. */
export const foldText = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
