import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { toAsciiEmail } from "~/format/asciiEmail";
import { isWordSign } from "~/format/wordSigns";
import { foldText } from "./foldText";

/** Each is a condition. The rest of a longer text is one word. */
const MAX_WORDS = 6;
/** 'Casey <casey@example.com>', as mail programs write it. */
const MAILBOX = /^(.*)<([^<>\s]+@[^<>\s]+)>\s*$/s;

/** The folded words of a search text, which names contain in any order. Of a mailbox its name, if it has one. */
export function searchWords(text: string): string[] {
  const [, name, address] = MAILBOX.exec(text) ?? [];
  const folded = foldText(name?.trim() || address || text);
  const words = folded.split(/[\s,;"]+/).filter(Boolean);
  if (words.length === 0) return [folded];
  return words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(" ")] : words;
}

/** The folded part of an email address that a search text is: of a mailbox its address, with the domain in ASCII. */
export const emailTerm = (text: string) => foldText(toAsciiEmail(MAILBOX.exec(text)?.[2] ?? text));

/** True when a folded column contains each word of the text. */
export const hasWords = (column: SQLiteColumn | SQL, text: string): SQL =>
  and(...searchWords(text).map((word) => sql`instr(${column}, ${word}) > 0`))!;

/** hasWords for text in memory. */
export const includesWords = (name: string, text: string) => {
  const folded = foldText(name);
  return searchWords(text).every((word) => folded.includes(word));
};

/** A single letter matches most names; a single sign of a script without spaces is a name. */
export const isIndexable = (word: string) => word.length > 1 || isWordSign(word);
