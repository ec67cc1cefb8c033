import { sql } from "drizzle-orm";
import { firstIdOf, newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { securityEvents } from "~db/schema";
import type { SecurityEventKind } from "~db/schema/securityEvents";
import { actorId, type Context, userOf } from "../context";

interface SecurityEvent {
  kind: SecurityEventKind;
  /** The account it is about, when it is not the actor's; null when no account matches. */
  userId?: string | null;
  /** Who did it, when that is not the context's actor. */
  actorId?: string | null;
  /** What was refused, exported or changed. Never input: people type passwords into the wrong field. */
  detail?: string;
}

type EventContext = Pick<Context, "db" | "now" | "actor" | "address" | "userAgent" | "noteEvent">;

/** The row of an event, which the log notes as well: who can change the database cannot change the log. */
const eventRow = (ctx: EventContext, { kind, userId, actorId: doer, detail = "" }: SecurityEvent, id: string) => {
  const { actor } = ctx;
  const own = actorId(ctx) || null;
  const about = userId === undefined ? own : userId;
  const by = doer ?? (actor.kind === "impersonated" ? actor.adminId : own !== about ? own : null);
  ctx.noteEvent?.({ kind, user: about, by, from: ctx.address, detail });
  return {
    id,
    kind,
    userId: about,
    actorId: by,
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

/**
 * Records that a signed-in person was refused `what`, a page or call; staff who must set up their second factor first
 * are only sent there. At most once in ten minutes for the same person and thing: a program may ask many times a
 * second.
 */
export function recordRefusal(ctx: EventContext & Pick<Context, "after">, what: string): void {
  if (!userOf(ctx.actor) || (ctx.actor.kind === "user" && ctx.actor.setUpFirst)) return;
  ctx.after(async () => {
    // A segment this long is the token or signature of a mailed link.
    const detail = what.replace(/[^/\s]{40,}/g, "…");
    const row = eventRow(ctx, { kind: "forbidden", detail }, newId(ctx.now));
    const same = sql`select 1 from security_events where user_id = ${row.userId} and kind = ${row.kind} and id >= ${firstIdOf(ctx.now - REPEAT_MS + 1)} and detail = ${row.detail} and user_id is not null`;
    await insertFrom(ctx.db, securityEvents, row, sql`where not exists (${same})`);
  });
}
