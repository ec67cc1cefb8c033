import { type SQL, sql } from "drizzle-orm";
import { type FlatSelect, rawSelect } from "~db/client.server";
import { unionAllByIndex } from "~db/unionAllByIndex";
import type { OrderStatus } from "../orders/orderStates";
import { workStatuses } from "../orders/orderStates";
import { type PlacementState, runningStates, waitingForClient } from "../placements/placementStates";
import { firstEntries, type WorkGroupKey, workGroups } from "./workGroups";

/** A piece of work. `message`: the newest message of an order is the client's; its id is the order's number. */
export type WorkEntry = {
  kind: "order" | "link" | "message";
  id: string;
};

export interface WorkDay {
  /** The member of staff. */
  userId: string;
  /** ms UTC. */
  now: number;
  /** The last ms of the agency's day. */
  todayEnds: number;
}

/** Whose work: one's own, or that of no one. */
type Person = "own" | "free";

/** Branches in the order of `at`, which an index each reads in that order. */
type Part = SQL[];

type GroupEntry = WorkEntry & { inGroup: WorkGroupKey };

/** The first entries of every group, in one statement (rules.md work/bounds). */
export const selectQueue = (day: WorkDay): FlatSelect<GroupEntry> =>
  rawSelect(
    unionAllByIndex(
      workGroups.map(
        (key) =>
          sql`select ${sql.raw(`'${key}'`)} as inGroup, kind, id from (${entriesOf(key, day, firstEntries[key] + 1)})`,
      ),
    ),
  );

/** How many entries the groups have, each up to `atMost`, in a row by group. */
export const countQueue = (keys: readonly WorkGroupKey[], day: WorkDay, atMost: number) =>
  rawSelect<Partial<Record<WorkGroupKey, number>>>(
    sql`select ${sql.join(
      keys.map((key) => sql`(select count(*) from (${entriesOf(key, day, atMost)})) as ${sql.identifier(key)}`),
      sql`, `,
    )}`,
  );

/** The entries of a group from `offset` on. */
export const selectEntries = (key: WorkGroupKey, day: WorkDay, limit: number, offset: number): FlatSelect<WorkEntry> =>
  rawSelect(
    sql`select kind, id from (${entriesOf(key, day, limit + offset)}) limit ${integer(limit)} offset ${integer(offset)}`,
  );

/**
 * By index alone: as many entries read as returned, and one more a branch. Parts follow each other; branches of one
 * part are merged by date.
 */
function entriesOf(key: WorkGroupKey, day: WorkDay, limit: number): SQL {
  const parts = partsOf(key, day).map(
    (branches) => sql`select * from (${unionAllByIndex(branches)} order by at limit ${integer(limit)})`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) limit ${integer(limit)}`;
}

function partsOf(key: WorkGroupKey, day: WorkDay): Part[] {
  const overdue = sql`due_at < ${integer(day.now)}`;
  const today = sql`due_at between ${integer(day.now)} and ${integer(day.todayEnds)}`;
  const later = sql`due_at > ${integer(day.todayEnds)}`;
  const undated = sql`due_at is null`;
  const everyones = (due: SQL) => [
    ...ordersOf(day, ["own", "free"], workStatuses, due),
    ...linksOf(day, ["own", "free"], runningStates, due),
  ];
  switch (key) {
    case "overdue":
      return [everyones(overdue)];
    case "today":
      return [everyones(today)];
    case "messages":
      return [
        people(day, ["own", "free"]).map(
          (isTheirs) =>
            sql`select 'message' as kind, cast(order_number as text) as id, last_message_at as at from message_threads indexed by message_threads_to_answer where ${isTheirs} and state in ('unread', 'open') and ${isAwake(day)}`,
        ),
      ];
    case "review":
      return [
        [...ordersOf(day, ["own"], ["Active"], later), ...linksOf(day, ["own"], ["ready"], later)],
        ordersOf(day, ["own"], ["Active"], undated),
      ];
    case "unassigned":
      return [ordersOf(day, ["free"], workStatuses, later), ordersOf(day, ["free"], workStatuses, undated)];
    case "progress":
      return [
        [...ordersOf(day, ["own"], ["Working"], later), ...linksOf(day, ["own"], ["in_progress", "submitted"], later)],
        ordersOf(day, ["own"], ["Working"], undated),
      ];
    case "waiting":
      return [
        answersOf(day),
        inputsOf(day),
        waitingForClient.map(
          (state) =>
            sql`select 'link' as kind, id, created_at as at from placements indexed by placements_assigned_state where assigned_to_id = ${day.userId} and state = ${text(state)}`,
        ),
      ];
    case "snoozed":
      return [
        people(day, ["own", "free"]).map(
          (isTheirs) =>
            sql`select 'order' as kind, id, snoozed_until as at from orders indexed by orders_snoozed where ${isTheirs} and snoozed_until > ${integer(day.now)} and snoozed_until is not null and status in ('Active', 'Working', 'Inputs_Required')`,
        ),
      ];
  }
}

/** The status is named twice: the planner takes a partial index only for a query with its own condition. */
function ordersOf(day: WorkDay, whose: Person[], statuses: readonly OrderStatus[], due: SQL): SQL[] {
  return people(day, whose).flatMap((isTheirs) =>
    statuses.map(
      (status) =>
        sql`select 'order' as kind, id, due_at as at from orders indexed by orders_work where ${isTheirs} and status = ${text(status)} and status in ('Active', 'Working') and awaiting_since is null and ${due} and ${isAwake(day)}`,
    ),
  );
}

/** A link without a date stands still: it waits for the client. */
function linksOf(day: WorkDay, whose: Person[], states: readonly PlacementState[], due: SQL): SQL[] {
  return people(day, whose).flatMap((isTheirs) =>
    states.map(
      (state) =>
        sql`select 'link' as kind, id, due_at as at from placements indexed by placements_work where ${isTheirs} and state = ${text(state)} and due_at is not null and ${due}`,
    ),
  );
}

/** Deliveries that the client is to answer. */
const answersOf = (day: WorkDay): Part =>
  people(day, ["own", "free"]).flatMap((isTheirs) =>
    workStatuses.map(
      (status) =>
        sql`select 'order' as kind, id, awaiting_since as at from orders indexed by orders_work where ${isTheirs} and status = ${text(status)} and status in ('Active', 'Working') and awaiting_since is not null and ${isAwake(day)}`,
    ),
  );

const inputsOf = (day: WorkDay): Part =>
  people(day, ["own", "free"]).map(
    (isTheirs) =>
      sql`select 'order' as kind, id, created_at as at from orders indexed by orders_assigned_status where ${isTheirs} and status = 'Inputs_Required' and ${isAwake(day)}`,
  );

const people = ({ userId }: WorkDay, whose: Person[]): SQL[] =>
  whose.map((one) => (one === "own" ? sql`assigned_to_id = ${userId}` : sql`assigned_to_id is null`));

const isAwake = ({ now }: WorkDay) => sql`(snoozed_until is null or snoozed_until <= ${integer(now)})`;

/** Constants stand in the text: a statement binds at most 100 values. */
const integer = (value: number) => sql.raw(String(Math.trunc(value)));
const text = (value: OrderStatus | PlacementState) => sql.raw(`'${value}'`);
