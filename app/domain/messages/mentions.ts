import { and, eq, isNull } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { actorId, type Context, isStaff } from "../context";

interface Member {
  id: string;
  firstName: string;
  lastName: string;
}

/** An @ that begins a word, so that no e-mail address mentions anyone. */
const MENTION = /(?<![\p{L}\p{N}_.@+-])@(?=\p{L})/gu;
/** Characters of a text that are compared with names. */
const MAX_NAME = 200;

/** The members that a text mentions by '@First Last', or by '@First' where only one has that name. */
export function mentionedIn(text: string, team: readonly Member[]): string[] {
  const named = team.map(({ id, firstName, lastName }) => ({
    id,
    full: foldText(`${firstName} ${lastName}`),
    first: foldText(firstName),
  }));
  const found = new Set<string>();
  for (const { index } of text.matchAll(MENTION)) {
    const rest = foldText(text.slice(index + 1, index + 1 + MAX_NAME));
    const begins = (name: string) =>
      name !== "" && rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
    const full = named.filter((member) => begins(member.full));
    const longest = Math.max(...full.map((member) => member.full.length));
    const chosen =
      full.length > 0
        ? full.filter((member) => member.full.length === longest)
        : named.filter((member) => begins(member.first));
    if (chosen.length === 1) found.add(chosen[0]!.id);
  }
  return [...found];
}

/** The colleagues that a message of staff mentions; clients mention nobody (rules.md messages/mentions). */
export async function mentionedStaff(ctx: Context, text: string): Promise<string[]> {
  if (!isStaff(ctx.actor) || !text.includes("@")) return [];
  const team = await ctx.db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), isNull(users.deletedAt)));
  return mentionedIn(text, team).filter((id) => id !== actorId(ctx));
}
