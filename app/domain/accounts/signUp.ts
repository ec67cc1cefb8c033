import { and, eq, isNull, sql } from "drizzle-orm";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { attributions, users } from "~db/schema";
import { authorize } from "../access";
import { type Arrival, decideAttribution, NO_ARRIVAL } from "../attribution/decideAttribution";
import { type Context, isStaff } from "../context";
import { Conflict } from "../errors";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import type { SignUpInput } from "./accountInputs";
import { hashNewPassword } from "./commonPasswords";
import { consumeRateLimit } from "./consumeRateLimit";

/** Fixed text; the checkout matches it (rules.md accounts/known-address). */
export const USER_EXISTS = "User Already exists";

/**
 * Creates a customer (LEAD), records the referring affiliate or the reason for none permanently (rules.md
 * affiliates/attribution), and notifies staff. Throws Conflict 'User Already exists' for a known address.
 */
export async function signUp(
  ctx: Context,
  input: SignUpInput,
  arrival: Arrival = NO_ARRIVAL,
): Promise<{ userId: string }> {
  authorize(ctx, "account.signUp");
  await consumeRateLimit(ctx, "signUp");
  const emailFolded = foldText(input.email);
  const click = arrival.click.state === "sound" ? arrival.click.click : null;
  const [[existing], [owner]] = await ctx.db.batch([
    ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt))),
    ctx.db
      .select({ id: users.id, email: users.email, affiliate: users.affiliate })
      .from(users)
      .where(
        and(
          // Whose link it was at the time of the click, because codes can change. If the visit is not stored yet, use
          // the current owner.
          sql`${users.id} = coalesce((select affiliate_id from visits where visits.id = ${click?.id ?? ""}),
            (select holders.id from users holders where holders.affiliate_code = ${click?.affiliateCode ?? ""} and holders.deleted_at is null))`,
          isNull(users.deletedAt),
        ),
      ),
  ]);
  if (existing) throw new Conflict(USER_EXISTS, "email");
  const id = newId(ctx.now);
  const insert = ctx.db.insert(users).values({
    id,
    email: input.email,
    emailFolded,
    passwordHash: await hashNewPassword(ctx, input.password),
    firstName: input.firstName,
    lastName: input.lastName,
    firstNameFolded: foldText(input.firstName),
    lastNameFolded: foldText(input.lastName),
    role: "CUSTOMER",
    createdAt: ctx.now,
  });
  const attribution = decideAttribution(arrival, {
    email: input.email,
    staff: isStaff(ctx.actor) || ctx.actor.kind === "impersonated",
    owner: owner ?? null,
  });
  try {
    await atomicBatch(ctx.db, [
      insert,
      ctx.db.insert(attributions).values({ userId: id, ...attribution, decidedAt: ctx.now }),
      ...notifyStatements(ctx, {
        recipients: "staff",
        description: `${nameInNotifications(input)} signed up`,
        kind: "newClient",
        type: "USER",
        typeSystemId: id,
        dedupeKey: `signup:${id}`,
      }),
    ]);
  } catch (error) {
    // Two parallel sign-ups with one address: the unique index rejects the second.
    if (isUniqueViolation(error)) throw new Conflict(USER_EXISTS, "email");
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return { userId: id };
}
