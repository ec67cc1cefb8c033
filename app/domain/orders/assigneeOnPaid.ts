import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { services } from "~db/schema";
import type { Context } from "../context";
import { historyOfRows } from "../history/historyStatement";
import type { OrderRow } from "../orderPaid";
import type { AssignmentRule } from "../team/assignment";

/** Open orders of a person that are counted; beyond it people count as equally busy. */
const MAX_OPEN = 500;

interface Chosen {
  /** The assignee, as the batch finds it. */
  assignedToId: SQL<string | null>;
  /** Follow the order's update. */
  statements: BatchStatement[];
}

/**
 * Who gets a paid order by its service's rule; null when it has an assignee, or the rule is nobody (rules.md
 * orders/assignment). The batch itself picks the person: payments of the same moment run one after the other, so each
 * sees the turn and the open orders that the one before left.
 */
export async function assigneeOnPaid(ctx: Context, order: OrderRow): Promise<Chosen | null> {
  const { db, now } = ctx;
  if (order.assignedToId !== null) return null;
  const service = await db
    .select({ assignment: services.assignment })
    .from(services)
    .where(eq(services.id, order.serviceId))
    .get();
  const { rule, people } = service?.assignment ?? { rule: "nobody", people: [] };
  if (rule === "nobody" || people.length === 0) return null;
  const assignedToId = sql<string | null>`(select chosen.id from json_each(${JSON.stringify(people)}) place
    cross join users chosen on chosen.id = place.value and chosen.role = 'ADMIN' and chosen.deleted_at is null
      and (chosen.away_until is null or chosen.away_until <= ${now})
    order by ${placeOf(rule, order.serviceId, people)} limit 1)`;
  const keepsTurn = db
    .update(services)
    .set({
      lastAssignedId: sql`coalesce((select assigned_to_id from orders where id = ${order.id}), last_assigned_id)`,
    })
    .where(eq(services.id, order.serviceId));
  return { assignedToId, statements: [recorded(ctx, order.id), ...(rule === "roundRobin" ? [keepsTurn] : [])] };
}

const recorded = (ctx: Context, orderId: string) =>
  historyOfRows(ctx, {
    id: sql`${newId(ctx.now)}`,
    entity: "order",
    entityId: sql`assigned.id`,
    action: "Assigned by the rule of the service",
    changes: sql`json_array(json_object('field', 'assignedTo', 'before', null, 'after', trim(person.first_name || ' ' || person.last_name)))`,
    from: sql`orders assigned join users person on person.id = assigned.assigned_to_id where assigned.id = ${orderId}`,
  });

/** What the people are sorted by. */
function placeOf(rule: AssignmentRule, serviceId: string, people: readonly string[]): SQL {
  if (rule === "roundRobin") {
    // Those behind the last one first, then the others.
    const last = sql`coalesce((select list.key from services of_order, json_each(${JSON.stringify(people)}) list
      where of_order.id = ${serviceId} and list.value = of_order.last_assigned_id), -1)`;
    return sql`place.key <= ${last}, place.key`;
  }
  if (rule === "fewestOpen")
    return sql`(select count(*) from (select 1 from orders open where open.assigned_to_id = chosen.id
      and open.status in ('Active', 'Working', 'Inputs_Required') limit ${sql.raw(String(MAX_OPEN))})), place.key`;
  return sql`place.key`;
}
