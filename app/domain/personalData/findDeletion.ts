import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { deletionRequests, orders, subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import { signedInRecently } from "../accounts/confirmOwner";
import { isClientWithId } from "../clients/storedClient";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";

/** What a deletion of the account would end, and the one that was requested. */
export interface DeletionState {
  /** When it will be erased, ms UTC; null without a request. */
  dueAt: number | null;
  /** Subscriptions that would end. */
  subscriptions: number;
  /** Paid orders that are not completed. */
  openOrders: number;
  affiliate: boolean;
  /** How the owner confirms: an account without a password needs a recent sign-in. */
  passwordSet: boolean;
}

export const openRequest = (ctx: Pick<Context, "db">, clientId: string) =>
  ctx.db
    .select()
    .from(deletionRequests)
    .where(and(eq(deletionRequests.clientId, clientId), isNull(deletionRequests.undoneAt)));

async function deletionState(ctx: Context, clientId: string): Promise<DeletionState> {
  const { db } = ctx;
  const [[client], [request], [running], [open]] = await db.batch([
    db
      .select({ affiliate: users.affiliate, passwordSet: sql<number>`${users.passwordHash} is not null` })
      .from(users)
      .where(isClientWithId(clientId)),
    openRequest(ctx, clientId),
    db
      .select({ total: sql<number>`count(*)` })
      .from(subscriptions)
      .where(and(eq(subscriptions.clientId, clientId), ne(subscriptions.status, "Cancelled"))),
    db
      .select({ total: sql<number>`count(*)` })
      .from(orders)
      .where(and(eq(orders.clientId, clientId), inArray(orders.status, ["Active", "Inputs_Required", "Working"]))),
  ]);
  if (!client) throw new NotFound();
  return {
    dueAt: request?.dueAt ?? null,
    subscriptions: running?.total ?? 0,
    openOrders: open?.total ?? 0,
    affiliate: client.affiliate,
    passwordSet: client.passwordSet === 1,
  };
}

/** The actor's own account, for /profile. `askAgain`: without a password, and signed in too long ago. */
export async function ownDeletion(ctx: Context): Promise<DeletionState & { askAgain: boolean }> {
  authorize(ctx, "personalData.own");
  const state = await deletionState(ctx, actorId(ctx));
  return { ...state, askAgain: !state.passwordSet && !(await signedInRecently(ctx)) };
}

/** A client's account, for staff. Throws NotFound. */
export async function clientDeletion(ctx: Context, clientId: string): Promise<DeletionState> {
  authorize(ctx, "personalData.manage");
  return await deletionState(ctx, clientId);
}
