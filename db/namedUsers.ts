import { type SQL, sql } from "drizzle-orm";
import { foldText } from "./foldText";
import { nameParts, users } from "./schema";

/** A single letter stands in most names, in many more than once: the users are fewer then than the parts. */
const MIN_TERM = 2;
/** Behind every character that a name can have. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * The ids of the users whose full name holds the text ('ann sm' finds Ann Smith), staff and deleted ones too, for
 * `column in ...`. Reads the parts of names that begin with it, about as many as it finds, and no user: lists of orders
 * and the like are joined by id and never scanned for a name (rules.md notifications/outbox, speed/name-filter).
 */
export function namedUsers(text: string): SQL {
  const term = foldText(text);
  return term.length < MIN_TERM
    ? sql`(select ${users.id} from ${users} where instr(${users.firstNameFolded} || ' ' || ${users.lastNameFolded}, ${term}) > 0)`
    : sql`(select ${nameParts.userId} from ${nameParts} where ${nameParts.part} >= ${term} and ${nameParts.part} < ${term + LAST_CHARACTER})`;
}
