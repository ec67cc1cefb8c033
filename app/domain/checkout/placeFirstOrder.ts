import { and, eq, gt, isNull } from "drizzle-orm";
import { isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { orders, sessions, users } from "~db/schema";
import { authorize } from "../access";
import { checkoutBuyer } from "../accounts/checkoutBuyer";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { newAccount } from "../accounts/newAccount";
import { passwordResetMailStatements } from "../accounts/passwordResetMailStatements";
import { CHECKOUT_MS } from "../accounts/sessionLimits";
import { type SessionProof, storedProof } from "../accounts/sessionSecret";
import { startSession } from "../accounts/startSession";
import type { Arrival } from "../attribution/decideAttribution";
import type { Context } from "../context";
import { Conflict } from "../errors";
import type { PayableOrder } from "./checkoutTypes";
import type { FirstBuyer } from "./firstOrderInput";
import { placeOrder } from "./placeOrder";
import type { PlaceOrderInput } from "./placeOrderInput";

interface FirstOrder {
  order: PayableOrder;
  /** The context of the new client. */
  buyer: Context;
  /** Lets this browser pay the order, and signs it in once it is paid. */
  proof: SessionProof;
}

/**
 * Places a visitor's order and creates their account in the same batch, without a password (rules.md
 * checkout/new-account). Null for an address that has an account: its owner signs in first. The same form again, also
 * in parallel, continues with its order and account. Counts as a sign-up. Throws as placeOrder does.
 */
export async function placeFirstOrder(
  ctx: Context,
  input: PlaceOrderInput,
  person: FirstBuyer,
  origin: { arrival: Arrival; timeZone: string | null },
): Promise<FirstOrder | null> {
  authorize(ctx, "account.signUp");
  if (ctx.actor.kind !== "anonymous") throw new Conflict("You are signed in. Please reload the page and try again.");
  const again = await continueForm(ctx, input, person);
  if (again) return again;
  await consumeRateLimit(ctx, "signUp");
  const account = await newAccount(ctx, person, origin);
  if (!account) return null;
  const session = await startSession(ctx, { userId: account.user.id, kind: "checkout" });
  const { sessionId } = session.proof;
  const buyer: Context = { ...ctx, actor: { kind: "user", user: account.user, sessionId } };
  // A free order has no receipt, whose link would set the password.
  const isFree = (input.discountedPrice ?? input.totalPrice) === 0;
  const invitation = isFree ? passwordResetMailStatements(ctx, account.user.id, "invitation") : [];
  try {
    const order = await placeOrder(buyer, input, [...account.statements, session.statement, ...invitation]);
    ctx.after(() => ctx.publish.outboxWaiting());
    return { order, buyer, proof: session.proof };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const won = await continueForm(ctx, input, person);
    if (won) return won;
    // Another form took the address, or the form's key belongs to another buyer.
    if (await hasAccount(ctx, person.email)) return null;
    throw new Conflict("Please reload the page and try again.", "checkoutKey");
  }
}

/** Goes on with the order that this form has placed, whose random key only its browser knows. */
async function continueForm(ctx: Context, input: PlaceOrderInput, { email }: FirstBuyer): Promise<FirstOrder | null> {
  const session = await ctx.db
    .select({ id: sessions.id, generation: sessions.generation, secretHash: sessions.secretHash })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.clientId))
    // The session of the same batch.
    .innerJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.createdAt, orders.createdAt)))
    .where(
      and(
        eq(orders.checkoutKey, input.checkoutKey),
        gt(orders.createdAt, ctx.now - CHECKOUT_MS),
        eq(users.emailFolded, foldText(email)),
        isNull(users.deletedAt),
        isNull(users.emailVerifiedAt),
        eq(sessions.generation, 1),
      ),
    )
    .get();
  const proof = session ? await storedProof(ctx, session) : null;
  const known = await checkoutBuyer(ctx, proof);
  if (!proof || !known) return null;
  return { order: await placeOrder(known.buyer, input), buyer: known.buyer, proof };
}

const hasAccount = (ctx: Context, email: string) =>
  ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailFolded, foldText(email)), isNull(users.deletedAt)))
    .get();
