import { and, eq, isNull } from "drizzle-orm";
import { isUniqueViolation, writeTogether } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { notifyStatements } from "../notifications/notifyStatements";
import type { SignUpInput } from "./accountInputs";
import { hashPassword } from "./passwords";
import { takeAttempt } from "./takeAttempt";

/** The checkout relies on these words (decision R9). */
export const USER_EXISTS = "User Already exists";

/** Creates a customer (LEAD) and tells staff. Throws Conflict 'User Already exists' for a known address. */
export async function signUp(ctx: Context, input: SignUpInput): Promise<{ userId: string }> {
  authorize(ctx, "account.signUp");
  await takeAttempt(ctx, "signUp");
  const emailFolded = foldText(input.email);
  const known = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
    .get();
  if (known) throw new Conflict(USER_EXISTS, "email");
  const id = newId(ctx.now);
  const insert = ctx.db.insert(users).values({
    id,
    email: input.email,
    emailFolded,
    passwordHash: await hashPassword(input.password),
    firstName: input.firstName,
    lastName: input.lastName,
    firstNameFolded: foldText(input.firstName),
    lastNameFolded: foldText(input.lastName),
    role: "CUSTOMER",
    createdAt: ctx.now,
  });
  try {
    await writeTogether(ctx.db, [
      insert,
      ...notifyStatements(ctx, {
        recipients: "staff",
        description: `${input.firstName} ${input.lastName} signed up`,
        kind: "newClient",
        type: "USER",
        typeSystemId: id,
        dedupeKey: `signup:${id}`,
      }),
    ]);
  } catch (error) {
    // Two sign-ups of one address at once: the index lets one through.
    if (isUniqueViolation(error)) throw new Conflict(USER_EXISTS, "email");
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return { userId: id };
}
