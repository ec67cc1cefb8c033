import { type SQL, sql } from "drizzle-orm";
import { nameParts, users } from "./schema";
import { hasWords, isIndexable, searchWords } from "./searchWords";

/** Sorts after every character that a name can contain. */
export const LAST_CHARACTER = "\u{10FFFF}";

const beginsWith = (start: string) =>
  sql`${nameParts.part} >= ${start} and ${nameParts.part} < ${start + LAST_CHARACTER}`;
const beginning = (start: string) => sql`select ${nameParts.userId} as id from ${nameParts} where ${beginsWith(start)}`;
const longestOf = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)[0]!;

/**
 * Ids of all users whose full name contains each word of the text ('smith, ann' finds Ann Smith), for `column in ...`.
 * Includes staff and deleted users. Reads about as many name suffixes as the longest word finds, and user rows only for
 * the other words (rules.md speed/name-filter). A single letter scans the users, which is cheaper than the suffixes.
 */
export function usersByNameSubstring(text: string): SQL {
  const words = searchWords(text);
  const longest = longestOf(words);
  if (words.length === 1 && isIndexable(longest)) return sql`(${beginning(longest)})`;
  const among = isIndexable(longest) ? sql`${users.id} in (${beginning(longest)}) and ` : sql``;
  const name = sql`${users.firstNameFolded} || ' ' || ${users.lastNameFolded}`;
  return sql`(select ${users.id} from ${users} where ${among}${hasWords(name, text)})`;
}

/** Ids of the users with the words of the text one after the other, from whichever word on ('smith ann'). */
export function usersByNameInTurns(text: string): SQL {
  const words = searchWords(text);
  const turns = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(" "));
  return sql`(${sql.join(turns.map(beginning), sql` union all `)})`;
}

/**
 * The same and then those with the longest word, once for each place of the text: for searches that stop after some,
 * and compare the name themselves.
 */
export function usersByNamePart(text: string): SQL {
  const words = searchWords(text);
  const more = words.length > 1 ? sql` union all ${beginning(longestOf(words))}` : sql``;
  return sql`(select id from ${usersByNameInTurns(text)}${more})`;
}
