import { type SQL, sql } from "drizzle-orm";
import { emailParts } from "./schema";
import { emailTerm } from "./searchWords";
import { LAST_CHARACTER } from "./usersByNameSubstring";

/** Shorter texts begin at too many places. */
export const MIN_EMAIL_TERM = 2;

/**
 * Ids of all users whose email address contains the text, and of some others: every second suffix is stored, so the
 * text itself or its rest after the first character begins one. Ids may repeat. Callers compare the address.
 */
export function usersByEmailSubstring(text: string): SQL {
  const term = emailTerm(text);
  const beginning = (start: string) =>
    sql`select ${emailParts.userId} as id from ${emailParts} where ${emailParts.part} >= ${start} and ${emailParts.part} < ${start + LAST_CHARACTER}`;
  return sql`(${beginning(term)} union all ${beginning([...term].slice(1).join(""))})`;
}
