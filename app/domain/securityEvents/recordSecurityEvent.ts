import { encodeTime } from "ulid";
import { newId } from "~db/ids";
import { securityEvents } from "~db/schema";
import type { SecurityEventKind } from "~db/schema/securityEvents";
import { actorId, type Context } from "../context";

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** The account it is about, when it is not the actor's; null when no account matches. */
  userId?: string | null;
  /** Who did it, when that is not the context's actor. */
  actorId?: string | null;
  /** What was refused, exported or changed. Never input: people type passwords into the wrong field. */
  detail?: string;
}

type EventContext = Pick<Context, "db" | "now" | "actor" | "address" | "userAgent">;

const eventRow = (ctx: EventContext, { kind, userId, actorId: doer, detail = "" }: SecurityEvent, id: string) => {
  const { actor } = ctx;
  const own = actorId(ctx) || null;
  const about = userId === undefined ? own : userId;
  return {
    id,
    kind,
    userId: about,
    actorId: doer ?? (actor.kind === "impersonated" ? actor.adminId : own !== about ? own : null),
    address: ctx.address,
    userAgent: ctx.userAgent.slice(0, 300),
    detail: detail.slice(0, 300),
    createdAt: ctx.now,
  };
};

/** The security event of a change, for the change's own batch (rules.md security/events). */
export const securityEventStatement = (ctx: EventContext, event: SecurityEvent) =>
  ctx.db.insert(securityEvents).values(eventRow(ctx, event, newId(ctx.now)));

/** Records something that changed nothing, such as a failed sign-in, after the answer has left. */
export function recordSecurityEvent(ctx: EventContext & Pick<Context, "after">, event: SecurityEvent): void {
  ctx.after(async () => void (await securityEventStatement(ctx, event)));
}

const REPEAT_MS = 10 * 60_000;

/** The same, at most once in ten minutes for the same person and detail: a program may ask many times a second. */
export function recordRepeatableSecurityEvent(ctx: EventContext & Pick<Context, "after">, event: SecurityEvent): void {
  ctx.after(async () => {
    const start = ctx.now - (ctx.now % REPEAT_MS);
    const row = eventRow(ctx, event, "");
    const name = JSON.stringify([row.kind, row.userId, row.actorId, row.address, row.detail]);
    const id = encodeTime(start, 10) + (await idCharacters(name));
    await ctx.db
      .insert(securityEvents)
      .values({ ...row, id })
      .onConflictDoNothing();
  });
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The 16 characters that end an id, from a text instead of at random. */
async function idCharacters(text: string) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest.slice(0, 16), (byte) => LETTERS[byte % LETTERS.length]).join("");
}
