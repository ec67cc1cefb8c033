import { MAX_WORK } from "~/domain/accounts/workOfUser";
import type { Context } from "~/domain/context";
import { type WorkQueue, workQueue } from "~/domain/workQueue/workQueue";

const read = new WeakMap<Context, Promise<WorkQueue>>();

/** The queue of a request: its page and the menu's count read it once. */
export function queueOf(ctx: Context): Promise<WorkQueue> {
  const queue = read.get(ctx) ?? workQueue(ctx);
  read.set(ctx, queue);
  return queue;
}

/** The menu's count: '12', or '99+' at most. */
export function countOf({ count, more }: Pick<WorkQueue, "count" | "more">): string {
  if (count >= MAX_WORK) return `${MAX_WORK - 1}+`;
  return more ? `${count}+` : String(count);
}
