import type { OrderSubStatus } from "./orderParts";

const inOrder = (steps: readonly OrderSubStatus[]) => [...steps].sort((a, b) => a.sequence - b.sequence);

const completedUpTo = (steps: readonly OrderSubStatus[], count: number) =>
  inOrder(steps).map((step, index) => ({ ...step, completed: index < count }));

/**
 * Ticking a step completes it and all earlier ones; unticking leaves only the earlier ones completed (rules.md
 * orders/sub-statuses). An unknown `sequence` changes nothing.
 */
export function tickSubStatus(steps: readonly OrderSubStatus[], sequence: number, ticked: boolean): OrderSubStatus[] {
  const at = inOrder(steps).findIndex((step) => step.sequence === sequence);
  return at < 0 ? inOrder(steps) : completedUpTo(steps, ticked ? at + 1 : at);
}

/**
 * Applies the same rule to a full set of ticks, as the API or a form without JavaScript sends it. The last newly
 * ticked step decides, else the first unticked one.
 */
export function ticksToSubStatuses(steps: readonly OrderSubStatus[], ticked: readonly number[]): OrderSubStatus[] {
  const sorted = inOrder(steps);
  const added = sorted.filter((step) => !step.completed && ticked.includes(step.sequence)).at(-1);
  if (added) return tickSubStatus(sorted, added.sequence, true);
  const removed = sorted.find((step) => step.completed && !ticked.includes(step.sequence));
  return removed ? tickSubStatus(sorted, removed.sequence, false) : sorted;
}

/** The last completed step, or null before the first. */
export const activeStep = (steps: readonly OrderSubStatus[]) =>
  inOrder(steps)
    .filter((step) => step.completed)
    .at(-1) ?? null;
