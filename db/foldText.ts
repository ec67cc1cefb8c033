/** Normalizes text for filters: NFKD, lower case, no marks, single spaces. SQLite folds ASCII only. */
export const foldText = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
