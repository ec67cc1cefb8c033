import { and, eq, ne, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { orders, users } from "~db/schema";
import { authorize } from "../access";
import { activateClient } from "../clients/activateClientOnPaid";
import { isClientWithId } from "../clients/storedClient";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Conflict, Invalid, NotFound } from "../errors";
import { historyOfMany } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { moveLinks } from "../placements/orderLinks";
import { MAX_MOVED, type MoveOrdersInput, SELECT_CLIENT } from "./moveOrdersInput";

/**
 * Moves paid orders from one client to another with their reports, messages, history and project data. Issued
 * invoice, commission and subscription stay (rules.md orders/move). All or nothing. Unpaid orders cannot move,
 * because the old client's card can still pay them. Notifies both clients without each other's names (rules.md
 * security/internal-text). Throws NotFound for an order of another client, Invalid for a user who is no client,
 * Conflict after a concurrent change.
 */
export async function moveOrders(ctx: Context, input: MoveOrdersInput): Promise<{ moved: number }> {
  authorize(ctx, "orders.move");
  const { db } = ctx;
  if (input.clientId === input.oldClientId) throw new Invalid("These orders already belong to this client", "clientId");
  const ids = sql`(select value from json_each(${JSON.stringify(input.orderIds)}))`;
  const [selected, [from], [to]] = await db.batch([
    db
      .select({ id: orders.id, number: orders.number, payState: orders.payState })
      .from(orders)
      .where(and(sql`${orders.id} in ${ids}`, eq(orders.clientId, input.oldClientId)))
      .orderBy(orders.number),
    db.select().from(users).where(eq(users.id, input.oldClientId)),
    db.select().from(users).where(isClientWithId(input.clientId)),
  ]);
  if (!from || selected.length < input.orderIds.length) throw new NotFound("These orders do not belong to this client");
  if (!to) throw new Invalid(SELECT_CLIENT, "clientId");
  const unpaid = selected.filter(({ payState }) => payState === "unpaid").map(({ number }) => number);
  if (unpaid.length > 0)
    throw new Conflict(
      `Only paid orders can be moved: ${unpaid.join(", ")} ${unpaid.length === 1 ? "is" : "are"} not paid`,
    );

  const [first] = selected;
  const subject = selected.length === 1 ? `Order ${first!.number}` : `${selected.length} orders`;
  const event = `moved:${first!.id}:${selected.length}:${ctx.now}`;
  const nameOf = (client: typeof from) => `${fullName(client)} (${client.email})`;
  await atomicBatch(db, [
    db
      .update(orders)
      .set({ clientId: to.id, version: sql`${orders.version} + 1` })
      .where(
        and(
          sql`${orders.id} in ${ids}`,
          eq(orders.clientId, input.oldClientId),
          ne(orders.payState, "unpaid"),
          sql`exists ${db.select({ one: sql`1` }).from(users).where(isClientWithId(to.id))}`,
        ),
      ),
    assertRowsChanged(db, selected.length),
    ...moveLinks(ctx, input.orderIds, to.id),
    ...activateClient(ctx, to.id),
    historyOfMany(
      ctx,
      selected.map(({ id }) => ({
        entity: "order",
        entityId: id,
        action: "Moved to another client",
        changes: [{ field: "client", before: nameOf(from), after: nameOf(to) }],
      })),
    ),
    ...notifyStatements(ctx, {
      recipients: { users: [to.id] },
      description:
        selected.length === 1 ? `${subject} was moved to your account` : `${subject} were moved to your account`,
      type: "ORDER",
      typeSystemId: first!.id,
      dedupeKey: `${event}:to`,
    }),
    ...notifyStatements(ctx, {
      recipients: { users: [from.id] },
      description:
        selected.length === 1 ? `${subject} is no longer in your account` : `${subject} are no longer in your account`,
      type: "USER",
      typeSystemId: from.id,
      dedupeKey: `${event}:from`,
    }),
  ]).catch(conflictOnPreconditionFailed);
  ctx.after(() => ctx.publish.outboxWaiting());
  for (const { id } of selected) ctx.after(() => ctx.publish.orderChanged(id, [from.id, to.id]));
  return { moved: selected.length };
}

/** The client's orders among the selected ones, for the dialog. Unpaid orders cannot move. Cents. */
export async function ordersToMove(ctx: Context, clientId: string, ids: readonly string[]) {
  authorize(ctx, "orders.move");
  return await ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      serviceName: orders.serviceName,
      total: orders.total,
      paid: sql`${orders.payState} <> 'unpaid'`.mapWith(Boolean),
    })
    .from(orders)
    .where(
      and(
        sql`${orders.id} in (select value from json_each(${JSON.stringify(ids.slice(0, MAX_MOVED))}))`,
        // The plus keeps the planner from the index by client, which holds all of the client's orders.
        sql`+${orders.clientId} = ${clientId}`,
      ),
    )
    .orderBy(orders.number);
}
