import { type SQL, sql } from "drizzle-orm";
import { foldText } from "./foldText";
import { nameParts, users } from "./schema";

/** A single letter matches most names, so scanning the users is cheaper than scanning the suffixes. */
const MIN_TERM = 2;
/** Sorts after every character that a name can contain. */
export const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Ids of all users whose full name contains the text ('ann sm' finds Ann Smith), for `column in ...`. Includes staff
 * and deleted users. Reads about as many name suffixes as it finds and no user row (rules.md speed/name-filter).
 */
export function usersByNameSubstring(text: string): SQL {
  const term = foldText(text);
  return term.length < MIN_TERM
    ? sql`(select ${users.id} from ${users} where instr(${users.firstNameFolded} || ' ' || ${users.lastNameFolded}, ${term}) > 0)`
    : usersByNamePart(text);
}

/** The same by the suffixes at any length, once for each place of the text: for searches that stop after some. */
export function usersByNamePart(text: string): SQL {
  const term = foldText(text);
  return sql`(select ${nameParts.userId} as id from ${nameParts} where ${nameParts.part} >= ${term} and ${nameParts.part} < ${term + LAST_CHARACTER})`;
}
