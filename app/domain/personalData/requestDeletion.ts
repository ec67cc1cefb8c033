import { sql } from "drizzle-orm";
import { formatDay } from "~/format/dates";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { deletionRequests, users } from "~db/schema";
import { authorize } from "../access";
import { checkOwnPassword } from "../accounts/checkOwnPassword";
import { confirmOwner } from "../accounts/confirmOwner";
import { isClientWithId, storedClient } from "../clients/storedClient";
import { actorId, agencyZone, type Context } from "../context";
import { DAY_MS } from "../days";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { type OwnDeletionInput, UNDO_DAYS } from "./deletionInput";
import { deletionRequestedMail } from "./deletionMails";

const ALREADY_REQUESTED = "The deletion of this account was already requested.";
const PASSWORD_REQUIRED = "Password is required";

/**
 * Requests the deletion of the actor's own account in 14 days, after its password, or for an account without one a
 * sign-in of the last five minutes (rules.md privacy/deletion). Returns when it is due, ms UTC. Throws Invalid on
 * `password`, TooMany, Conflict.
 */
export async function requestOwnDeletion(ctx: Context, { password }: OwnDeletionInput): Promise<number> {
  authorize(ctx, "personalData.own");
  const client = await storedClient(ctx, { id: actorId(ctx) });
  if (!client.passwordSet) await confirmOwner(ctx, client.id);
  else if (!password) throw new Invalid(PASSWORD_REQUIRED, "password");
  else await checkOwnPassword(ctx, client.id, password, "password");
  return await request(ctx, client);
}

/** The same for a client, by staff. Throws NotFound, Conflict. */
export async function requestClientDeletion(ctx: Context, clientId: string): Promise<number> {
  authorize(ctx, "personalData.manage");
  return await request(ctx, await storedClient(ctx, { id: clientId }));
}

async function request(
  ctx: Context,
  client: Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "lastName" | "timeZone">,
): Promise<number> {
  const { db, now } = ctx;
  const id = newId(now);
  const dueAt = now + UNDO_DAYS * DAY_MS;
  const byStaff = actorId(ctx) !== client.id;
  const open = sql`select 1 from deletion_requests where client_id = ${client.id} and undone_at is null`;
  const there = db.select({ one: sql`1` }).from(users).where(isClientWithId(client.id));
  try {
    await atomicBatch(db, [
      insertFrom(
        db,
        deletionRequests,
        { id, clientId: client.id, requestedById: actorId(ctx), requestedAt: now, dueAt, steps: [] },
        sql`where not exists (${open}) and exists ${there}`,
      ),
      assertRowsChanged(db),
      historyStatement(ctx, {
        entity: "user",
        entityId: client.id,
        action: "Deletion of the account requested",
        changes: [],
      }),
      ...deletionRequestedMail(ctx, client, { id, dueAt, byStaff }),
      ...notifyStatements(ctx, {
        recipients: "staff",
        description: `The account of ${nameInNotifications(client)} will be deleted on ${formatDay(dueAt, agencyZone(ctx))}. Complete or refund their open orders before.`,
        type: "USER",
        typeSystemId: client.id,
        dedupeKey: `deletion.requested:${id}`,
      }),
    ]);
  } catch (error) {
    throw error instanceof PreconditionFailed ? new Conflict(ALREADY_REQUESTED) : error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return dueAt;
}
