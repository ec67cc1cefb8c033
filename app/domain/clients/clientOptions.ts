import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { foldText } from "~db/foldText";
import { fullNameFolded } from "~db/fullName";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { MAX_CLIENT_OPTIONS, MIN_SEARCH } from "./clientSearch";

export interface ClientOption {
  id: string;
  name: string;
  email: string;
}

/** The state of a client picker: search text, matches and the chosen client. */
export interface PickedClient {
  search: string;
  matches: readonly ClientOption[];
  chosen: ClientOption | null;
}

const MAX_TEXT = 200;

/**
 * The first 20 clients, by name, whose name or email address contains the text. Empty for fewer than two characters.
 */
export async function clientOptions(ctx: Context, text: string): Promise<ClientOption[]> {
  authorize(ctx, "clients.read");
  const term = foldText(text.trim().slice(0, MAX_TEXT));
  if (term.length < MIN_SEARCH) return [];
  const people = await ctx.db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.role, "CUSTOMER"),
        isNull(users.deletedAt),
        // Uses instr, because D1 rejects LIKE patterns over 50 bytes.
        or(sql`instr(${fullNameFolded(users)}, ${term}) > 0`, sql`instr(${users.emailFolded}, ${term}) > 0`),
      ),
    )
    .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id))
    .limit(MAX_CLIENT_OPTIONS);
  return people.map(({ id, email, ...name }) => ({ id, email, name: fullName(name) }));
}
