import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { type OutboxPayload, outbox } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { GIVEN_UP_AT } from "./outboxRetry";

/** An email, or a notification on the screen, that failed on every retry. ms UTC. */
export interface GivenUpMessage {
  id: string;
  /** What it is, and for whom where its row says so. */
  summary: string;
  lastError: string | null;
  createdAt: number;
}

const MAX_ROWS = 100;

export const isGivenUp = and(isNull(outbox.deliveredAt), gte(outbox.availableAt, GIVEN_UP_AT));

/** The oldest 100. */
export async function findGivenUpMessages(ctx: Context): Promise<GivenUpMessage[]> {
  authorize(ctx, "deadLetters.manage");
  const rows = await ctx.db
    .select({ id: outbox.id, payload: outbox.payload, lastError: outbox.lastError, createdAt: outbox.createdAt })
    .from(outbox)
    .where(isGivenUp)
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
    .limit(MAX_ROWS);
  return rows.map(({ payload, ...row }) => ({ ...row, summary: summaryOf(payload) }));
}

/** Makes one of them due again, or all. Returns their number: 0 for an id that was sent or deleted meanwhile. */
export async function sendGivenUpMessages(ctx: Context, id?: string): Promise<number> {
  const sent = await change(ctx, { availableAt: ctx.now, attempts: 0 }, id);
  if (sent > 0) await ctx.publish.outboxWaiting();
  return sent;
}

/**
 * Marks it as delivered, because its key keeps a second one away until the sweep removes it. Returns false for a
 * message that was sent or deleted meanwhile.
 */
export async function deleteGivenUpMessage(ctx: Context, id: string): Promise<boolean> {
  return (await change(ctx, { deliveredAt: ctx.now }, id)) > 0;
}

async function change(ctx: Context, values: Partial<typeof outbox.$inferInsert>, id?: string): Promise<number> {
  authorize(ctx, "deadLetters.manage");
  const rows = await ctx.db
    .update(outbox)
    .set(values)
    .where(and(isGivenUp, id === undefined ? undefined : eq(outbox.id, id)))
    .returning({ id: outbox.id });
  return rows.length;
}

const labels: Record<Exclude<OutboxPayload["kind"], "email">, string> = {
  passwordReset: "Link to choose a password",
  cardMail: "Email about a card",
  cartMail: "Email about an unfinished order",
  noticeMail: "Email about notifications",
  signInLink: "Link to sign in",
  lockedOut: "Email about a locked account",
  twoFactorOn: "Email about two-factor sign-in",
  push: "Notification on the screen",
};

const summaryOf = (payload: OutboxPayload) =>
  payload.kind === "email" ? `${payload.subject} (to ${payload.to})` : labels[payload.kind];
