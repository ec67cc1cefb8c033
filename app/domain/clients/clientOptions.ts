import { and, asc, isNull, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { foldText } from "~db/foldText";
import { fullNameFolded } from "~db/fullName";
import { users } from "~db/schema";
import { emailTerm, hasWords } from "~db/searchWords";
import { usersByEmailSubstring } from "~db/usersByEmailSubstring";
import { usersByNamePart } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import { isSearchable, MAX_CLIENT_OPTIONS } from "./clientSearch";

export interface ClientOption {
  id: string;
  name: string;
  email: string;
  /** For forms that fill in the address of the client; empty where it is unknown. */
  address: Record<"address" | "city" | "state" | "zipCode" | "country", string>;
}

const clientOptionColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  address: users.address,
  city: users.city,
  state: users.state,
  zipCode: users.zipCode,
  country: users.country,
};

/** The state of a client picker: search text, matches and the chosen client. */
export interface PickedClient {
  search: string;
  matches: readonly ClientOption[];
  chosen: ClientOption | null;
}

const MAX_TEXT = 200;

/** Of a text that many names or email addresses contain, this many are looked at. */
const MAX_NAMES = 250;
const MAX_EMAILS = 50;

/** Clients whose name or email address matches, read by index: at most some 1,000 rows at any size. */
const matching = (text: string) =>
  and(
    sql`${users.id} in (select * from (select id from ${usersByNamePart(text)} limit ${sql.raw(String(MAX_NAMES))})
      union select * from (select id from ${usersByEmailSubstring(text)} limit ${sql.raw(String(MAX_EMAILS))}))`,
    sql`(${hasWords(fullNameFolded(users), text)} or instr(${users.emailFolded}, ${emailTerm(text)}) > 0)`,
  );

/**
 * The first 20 clients, by name, whose name contains the words of the text or whose email address the text. Empty for
 * a text that is too short.
 */
export async function clientOptions(ctx: Context, text: string): Promise<ClientOption[]> {
  authorize(ctx, "clients.read");
  const wanted = text.trim().slice(0, MAX_TEXT);
  if (!isSearchable(foldText(wanted))) return [];
  const people = await ctx.db
    .select(clientOptionColumns)
    .from(users)
    // The plus keeps the planner from the index by role, which holds all clients.
    .where(and(matching(wanted), sql`+${users.role} = 'CUSTOMER'`, isNull(users.deletedAt)))
    .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id))
    .limit(MAX_CLIENT_OPTIONS);
  return people.map(toClientOption);
}

type Person = Pick<typeof users.$inferSelect, keyof typeof clientOptionColumns>;

export const toClientOption = ({
  id,
  email,
  address,
  city,
  state,
  zipCode,
  country,
  ...name
}: Person): ClientOption => ({
  id,
  name: fullName(name),
  email,
  address: {
    address: address ?? "",
    city: city ?? "",
    state: state ?? "",
    zipCode: zipCode ?? "",
    country: country ?? "",
  },
});
