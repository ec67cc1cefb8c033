import { type SQL, sql } from "drizzle-orm";
import { nameParts } from "./schema";
import { searchWords } from "./searchWords";
import { LAST_CHARACTER } from "./usersByNameSubstring";

/** Halves of shorter words begin too many names. */
const MIN_WORD = 6;
/** Users that are looked at for each half of a word. */
const MAX_MATCHES = 4;

/**
 * Ids of users whose name has one half of the text's longest word as it is, for `column in ...`: of a word with one
 * mistake the other half has it. Some of them have quite another name (`isMisspelled`). None are looked for unless
 * `onlyIf` holds. Null for a text without a long word.
 */
export function usersByMisspelledName(text: string, onlyIf: SQL): SQL | null {
  const [word = ""] = searchWords(text).sort((a, b) => b.length - a.length);
  if (word.length < MIN_WORD) return null;
  const half = Math.floor(word.length / 2);
  const [first, second] = [word.slice(0, half), word.slice(half)];
  const starts = (text: string) => sql`${nameParts.part} >= ${text} and ${nameParts.part} < ${text + LAST_CHARACTER}`;
  // The beginning of a last name or of any, and the end of a last name or of a first one.
  const matches = [starts(` ${first}`), starts(first), sql`${nameParts.part} = ${second}`, starts(`${second} `)].map(
    (isPart) =>
      sql`select * from (select ${nameParts.userId} as id from (select 1 where ${onlyIf}) cross join ${nameParts} where ${isPart} limit ${MAX_MATCHES})`,
  );
  return sql`(${sql.join(matches, sql` union all `)})`;
}

/** True when each word of the text is a name but for one typing mistake, and one of them has a mistake. */
export function isMisspelled(text: string, name: string): boolean {
  const names = searchWords(name);
  return searchWords(text).every((word) =>
    names.some((one) => one === word || (word.length > 3 && isOneMistake(word, one))),
  );
}

/** A character too many, too few, another one, or two that changed places. */
function isOneMistake(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(restA.length, restB.length) <= 1 || (restA.length === 2 && restA === [...restB].reverse().join(""));
}
