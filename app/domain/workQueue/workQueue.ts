import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import { actorId, agencyZone, type Context } from "../context";
import { endOfDay } from "../days";
import { countQueue, selectEntries, selectQueue, type WorkDay } from "./workEntries";
import { firstEntries, isResting, type WorkGroupKey, workGroups } from "./workGroups";
import { itemsOf, selectItems, toItems, type WorkItem } from "./workItems";

export interface WorkGroup {
  key: WorkGroupKey;
  /** How many there are; at least so many when `more`. */
  count: number;
  more: boolean;
  items: WorkItem[];
}

export interface WorkQueue {
  groups: WorkGroup[];
  /** How much is to be done now, for the menu; at least so much when `more`. */
  count: number;
  more: boolean;
}

/** Rows read by the whole page are at most 200: the session's are not among these. */
const MAX_ROWS = 172;
/** An order or a link and its client, by their ids. */
const ROWS_AN_ITEM = 3;
/** Read ahead where branches are merged by date, and the table rows of the few groups that no index covers. */
const READ_AHEAD = 35;
/** Every group shows so many, whatever the others hold, and no group more than that. */
const LEAST_SHOWN = 1;
const FEW_SHOWN = 3;
const MAX_SHOWN = 20;
/** A group is counted exactly up to here while there are rows to read. */
const MAX_COUNTED = 60;
const PAGE = 20;

/**
 * The work of a member of staff and what no one has, by group, in two round trips. However many orders there are, it
 * reads at most MAX_ROWS: a large queue shows fewer rows a group and 'at least' counts (rules.md work/bounds).
 */
export async function workQueue(ctx: Context): Promise<WorkQueue> {
  authorize(ctx, "work.view");
  const day = workDay(ctx);
  const [rows] = await batchRaw(ctx.db, selectQueue(day));
  const entries = workGroups.map((key) => rows.filter(({ inGroup }) => inGroup === key));
  const cut = workGroups.filter((key, index) => entries[index]!.length > firstEntries[key]);
  const left = MAX_ROWS - READ_AHEAD - rows.length;
  const forCounts = Math.min(left / 2, cut.length * MAX_COUNTED);
  const atMost = Math.floor(forCounts / Math.max(1, cut.length));
  const counted = cut.filter((key) => atMost > firstEntries[key] + 1);
  const shown = sharedOut(
    entries.map(({ length }) => length),
    left - counted.length * atMost,
  );
  const listed = entries.map((group, index) => group.slice(0, shown[index]));
  const [orders, links, ...totals] = await batchRaw(
    ctx.db,
    ...selectItems(listed.flat()),
    ...(counted.length > 0 ? [countQueue(counted, day, atMost)] : []),
  );
  const total = totals[0]?.[0];
  const items = toItems(orders, links, ctx.now);
  const groups = workGroups.map((key, index) => {
    const found = total?.[key] ?? entries[index]!.length;
    const bound = counted.includes(key) ? atMost : firstEntries[key] + 1;
    const more = found >= bound;
    return { key, count: more ? bound - 1 : found, more, items: itemsOf(listed[index]!, items) };
  });
  const busy = groups.filter(({ key }) => !isResting(key));
  return { groups, count: sum(busy.map(({ count }) => count)), more: busy.some(({ more }) => more) };
}

export interface WorkGroupPage {
  key: WorkGroupKey;
  items: WorkItem[];
  page: number;
  hasNext: boolean;
  /** There is more than pages reach. */
  cut: boolean;
}

/** Pages of a group that can be reached, so that none reads far. */
export const MAX_WORK_PAGES = 5;

/** One page of a group, from 1. */
export async function workGroupPage(ctx: Context, key: WorkGroupKey, page: number): Promise<WorkGroupPage> {
  authorize(ctx, "work.view");
  const [entries] = await batchRaw(ctx.db, selectEntries(key, workDay(ctx), PAGE + 1, (page - 1) * PAGE));
  const listed = entries.slice(0, PAGE);
  const [orders, links] = await batchRaw(ctx.db, ...selectItems(listed));
  const isFull = entries.length > PAGE;
  const last = page === MAX_WORK_PAGES;
  return {
    key,
    page,
    hasNext: isFull && !last,
    cut: isFull && last,
    items: itemsOf(listed, toItems(orders, links, ctx.now)),
  };
}

const workDay = (ctx: Context): WorkDay => ({
  userId: actorId(ctx),
  now: ctx.now,
  todayEnds: endOfDay(ctx.now, agencyZone(ctx)),
});

/**
 * How many rows each group shows for `rows` rows read: the least for all, then a few for all, the rest to the first.
 */
function sharedOut(lengths: readonly number[], rows: number): number[] {
  let shown = lengths.map((length) => Math.min(length, LEAST_SHOWN));
  let left = Math.floor(rows / ROWS_AN_ITEM) - sum(shown);
  for (const most of [FEW_SHOWN, MAX_SHOWN])
    shown = shown.map((before, index) => {
      const more = Math.max(0, Math.min(left, lengths[index]! - before, most - before));
      left -= more;
      return before + more;
    });
  return shown;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
