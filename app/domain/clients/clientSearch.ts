import { isWordSign } from "~/format/wordSigns";

/** Shorter texts match nearly everything, except in scripts with a word a sign. */
export const MIN_SEARCH = 2;
export const isSearchable = (text: string) => text.length >= MIN_SEARCH || isWordSign(text);
export const MAX_CLIENT_OPTIONS = 20;
