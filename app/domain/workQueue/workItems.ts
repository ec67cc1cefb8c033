import { type SQL, sql } from "drizzle-orm";
import { type FlatSelect, rawSelect } from "~db/client.server";
import type { OrderSubStatus } from "../orders/orderParts";
import type { OrderStatus } from "../orders/orderStates";
import type { Priority } from "../orders/priorities";
import type { PlacementState } from "../placements/placementStates";
import { nextOfLink, nextOfOrder } from "./nextStep";
import type { WorkEntry } from "./workEntries";

/** A row of the queue. Times in ms UTC. */
export interface WorkItem extends WorkEntry {
  /** The order, also of a link. */
  orderId: string;
  /** '10436', or '10436-07' of a link. */
  number: string;
  serviceName: string;
  client: { id: string; name: string };
  next: string;
  dueAt: number | null;
  /** Null of a link, which has the order's. */
  priority: Priority | null;
  assigned: boolean;
  /** Why and until when it sleeps; null when it does not. */
  snooze: { until: number; reason: string } | null;
}

type OrderRow = {
  id: string;
  number: number;
  serviceName: string;
  clientId: string;
  clientName: string;
  status: OrderStatus;
  subStatuses: string;
  dueAt: number | null;
  priority: Priority;
  assignedToId: string | null;
  snoozedUntil: number | null;
  snoozeReason: string | null;
};

type LinkRow = {
  id: string;
  number: string;
  orderId: string;
  serviceName: string;
  clientId: string;
  clientName: string;
  state: PlacementState;
  approveSite: number | null;
  approveContent: number | null;
  contentApprovedAt: number | null;
  dueAt: number | null;
  assignedToId: string | null;
};

const idsOf = (entries: readonly WorkEntry[], kind: WorkEntry["kind"]) =>
  JSON.stringify([...new Set(entries.filter((entry) => entry.kind === kind).map(({ id }) => id))]);

type Selects = readonly [FlatSelect<OrderRow>, FlatSelect<LinkRow>];

const ordersBy = (isNamed: SQL, ids: string) =>
  sql`select o.id, o.number, o.service_name as serviceName, o.client_id as clientId,
      c.first_name || ' ' || c.last_name as clientName, o.status, o.sub_statuses as subStatuses, o.due_at as dueAt, o.priority,
      o.assigned_to_id as assignedToId, o.snoozed_until as snoozedUntil, o.snooze_reason as snoozeReason
    from json_each(${ids}) cross join orders o on ${isNamed} join users c on c.id = o.client_id`;

/** The rows of the entries: four rows read each, with their clients. */
export const selectItems = (entries: readonly WorkEntry[]): Selects =>
  [
    rawSelect<OrderRow>(
      sql`${ordersBy(sql`o.id = value`, idsOf(entries, "order"))} union all ${ordersBy(sql`o.number = cast(value as integer)`, idsOf(entries, "message"))}`,
    ),
    rawSelect<LinkRow>(sql`select p.id, p.number, p.order_id as orderId, p.terms ->> 'serviceName' as serviceName, p.client_id as clientId,
        c.first_name || ' ' || c.last_name as clientName, p.state, p.terms ->> 'approveSite' as approveSite,
        p.terms ->> 'approveContent' as approveContent, p.content_approved_at as contentApprovedAt, p.due_at as dueAt,
        p.assigned_to_id as assignedToId
      from json_each(${idsOf(entries, "link")}) cross join placements p on p.id = value join users c on c.id = p.client_id`),
  ] as const;

/** The rows by id, and orders by number too. */
export function toItems(orders: readonly OrderRow[], links: readonly LinkRow[], now: number): Map<string, WorkItem> {
  const items: WorkItem[] = [
    ...orders.map(({ subStatuses, snoozedUntil, snoozeReason, ...order }) => ({
      kind: "order" as const,
      id: order.id,
      orderId: order.id,
      number: String(order.number),
      serviceName: order.serviceName,
      client: { id: order.clientId, name: order.clientName.trim() },
      next: nextOfOrder({ status: order.status, subStatuses: JSON.parse(subStatuses) as OrderSubStatus[] }),
      dueAt: order.dueAt,
      priority: order.priority,
      assigned: order.assignedToId !== null,
      snooze: snoozedUntil !== null && snoozedUntil > now ? { until: snoozedUntil, reason: snoozeReason ?? "" } : null,
    })),
    ...links.map((link) => ({
      kind: "link" as const,
      id: link.id,
      orderId: link.orderId,
      number: link.number,
      serviceName: link.serviceName,
      client: { id: link.clientId, name: link.clientName.trim() },
      next: nextOfLink(link),
      dueAt: link.dueAt,
      priority: null,
      assigned: link.assignedToId !== null,
      snooze: null,
    })),
  ];
  return new Map(items.flatMap((item) => [[item.id, item] as const, [item.number, item] as const]));
}

/** The rows of the entries, in their order. One may have been deleted since its entry was read. */
export const itemsOf = (entries: readonly WorkEntry[], items: ReadonlyMap<string, WorkItem>): WorkItem[] =>
  entries.flatMap(({ kind, id }) => {
    const item = items.get(id);
    if (!item) return [];
    return [kind === "message" ? { ...item, kind, next: ANSWER } : item];
  });

const ANSWER = "Answer the client";
