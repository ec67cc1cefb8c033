import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { assertHolds, assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { orders, placements, services, users } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, Invalid, NotFound } from "../errors";
import { historyOfMany } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { openStates } from "../placements/placementStates";
import { BY_RULE } from "./handOverInput";
import { type ServiceRule, shareOrders } from "./shareOrders";

/** Orders of one batch. */
const AT_A_TIME = 500;
/** Batches of one call; what is left is handed over by the next one. */
const MAX_BATCHES = 10;
const openStatuses = ["Active", "Working", "Inputs_Required"] as const;

/** By the new assignee. */
type Moved = Map<string, { count: number; firstId: string }>;

const isOpenOf = (personId: string): SQL =>
  and(eq(orders.assignedToId, personId), inArray(orders.status, [...openStatuses]))!;

/** How many open orders a member of the team has, at most 1,000. */
export async function countOpenOrders(ctx: Context, personId: string): Promise<number> {
  authorize(ctx, "team.manage");
  const rows = await ctx.db
    .select({ total: sql<number>`count(*)` })
    .from(sql`(select 1 from ${orders} where ${isOpenOf(personId)} limit 1000)`);
  return rows[0]?.total ?? 0;
}

/**
 * Gives the open orders of a person, with their links, to another member of the team or to whom each service's rule
 * chooses (rules.md team/hand-over). Each order gets its history, and each new assignee one notification. Returns how
 * many orders moved. Throws NotFound, Invalid for a recipient outside the team, Conflict when the orders kept changing.
 */
export async function handOverOrders(ctx: Context, input: { from: string; to: string }): Promise<number> {
  authorize(ctx, "team.manage");
  const team = await ctx.db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, awayUntil: users.awayUntil })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), or(isNull(users.deletedAt), eq(users.id, input.from))));
  const from = team.find(({ id }) => id === input.from);
  if (!from) throw new NotFound("This team account does not exist");
  const others = team.filter(({ id }) => id !== from.id);
  if (input.to !== BY_RULE && !others.some(({ id }) => id === input.to))
    throw new Invalid("Choose a team member", "to");
  const present = new Set(
    others.filter(({ awayUntil }) => awayUntil === null || awayUntil <= ctx.now).map(({ id }) => id),
  );
  const nameOf = (id: string | null) => {
    const person = team.find((one) => one.id === id);
    return person ? fullName(person) : null;
  };
  const moved: Moved = new Map();
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const some = await readOpen(ctx, from.id);
    if (some.length === 0) break;
    const { assignees, last } =
      input.to === BY_RULE
        ? shareOrders(some, await rulesOf(ctx, some), { present, open: await openOf(ctx, [...present]) })
        : { assignees: some.map(({ id }) => ({ id, assignee: input.to })), last: new Map<string, string | null>() };
    const targets = [...new Set(assignees.map(({ assignee }) => assignee))].filter((id) => id !== null);
    const map = JSON.stringify(assignees.map(({ id, assignee }) => [id, assignee]));
    const ids = sql`(select value ->> 0 from json_each(${map}))`;
    const newAssignee = (orderId: SQL) =>
      sql<string | null>`(select value ->> 1 from json_each(${map}) where value ->> 0 = ${orderId})`;
    await atomicBatch(ctx.db, [
      // Nobody gets work after they have left the team.
      assertHolds(
        ctx.db,
        sql`(select count(*) from users where id in (select value from json_each(${JSON.stringify(targets)})) and role = 'ADMIN' and deleted_at is null) = ${targets.length}`,
      ),
      ctx.db
        .update(placements)
        .set({ assignedToId: newAssignee(sql`placements.order_id`), version: sql`${placements.version} + 1` })
        .where(
          and(
            eq(placements.assignedToId, from.id),
            inArray(placements.state, [...openStates]),
            sql`${placements.orderId} in ${ids}`,
          ),
        ),
      ctx.db
        .update(orders)
        .set({ assignedToId: newAssignee(sql`orders.id`), version: sql`${orders.version} + 1` })
        .where(and(isOpenOf(from.id), sql`${orders.id} in ${ids}`)),
      assertRowsChanged(ctx.db, some.length),
      historyOfMany(
        ctx,
        assignees.map(({ id, assignee }) => ({
          entity: "order" as const,
          entityId: id,
          action: "Work handed over",
          changes: [{ field: "assignedTo", before: fullName(from), after: nameOf(assignee) }],
        })),
      ),
      ...[...last].map(([id, lastAssignedId]) =>
        ctx.db.update(services).set({ lastAssignedId }).where(eq(services.id, id)),
      ),
    ]).catch((error) => {
      throw error instanceof PreconditionFailed
        ? new Conflict("Someone changed these orders at the same time. Please try again.")
        : error;
    });
    total += some.length;
    for (const { id, assignee } of assignees) {
      if (!assignee) continue;
      const known = moved.get(assignee);
      moved.set(assignee, { count: (known?.count ?? 0) + 1, firstId: known?.firstId ?? id });
    }
  }
  await handOverLinks(ctx, from.id, input.to === BY_RULE ? null : input.to);
  await notifyNewAssignees(ctx, moved, { id: from.id, name: fullName(from) });
  return total;
}

const readOpen = (ctx: Context, personId: string) =>
  ctx.db
    .select({ id: orders.id, serviceId: orders.serviceId })
    .from(orders)
    .where(isOpenOf(personId))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(AT_A_TIME);

async function rulesOf(ctx: Context, some: readonly { serviceId: string }[]): Promise<Map<string, ServiceRule>> {
  const ids = JSON.stringify([...new Set(some.map(({ serviceId }) => serviceId))]);
  const rows = await ctx.db
    .select({ id: services.id, assignment: services.assignment, lastAssignedId: services.lastAssignedId })
    .from(services)
    .where(sql`${services.id} in (select value from json_each(${ids}))`);
  return new Map(rows.map(({ id, ...rule }) => [id, rule]));
}

async function openOf(ctx: Context, people: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({
      id: users.id,
      open: sql<number>`(select count(*) from (select 1 from orders where orders.assigned_to_id = users.id and orders.status in ('Active', 'Working', 'Inputs_Required') limit 500))`,
    })
    .from(users)
    .where(sql`${users.id} in (select value from json_each(${JSON.stringify(people)}))`);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

/** Links of orders that someone else has. */
const handOverLinks = (ctx: Context, from: string, to: string | null) =>
  ctx.db
    .update(placements)
    .set({ assignedToId: to, version: sql`${placements.version} + 1` })
    .where(and(eq(placements.assignedToId, from), inArray(placements.state, [...openStates])));

/** Each opens the oldest of the orders. */
async function notifyNewAssignees(ctx: Context, moved: Moved, from: { id: string; name: string }) {
  const notices = [...moved].flatMap(([personId, { count, firstId }]) =>
    personId === actorId(ctx)
      ? []
      : notifyStatements(ctx, {
          recipients: { users: [personId] },
          description: `${count === 1 ? "1 open order of" : `${count} open orders of`} ${from.name} ${count === 1 ? "was" : "were"} handed over to you`,
          kind: "newOrder",
          type: "ORDER",
          typeSystemId: firstId,
          dedupeKey: `order.handedOver:${from.id}:${ctx.now}`,
        }),
  );
  if (notices.length === 0) return;
  await atomicBatch(ctx.db, notices);
  ctx.after(() => ctx.publish.outboxWaiting());
}
