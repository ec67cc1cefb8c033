import type { OrderSubStatus } from "./orderParts";

const inOrder = (steps: readonly OrderSubStatus[]) => [...steps].sort((a, b) => a.sequence - b.sequence);

/** The steps with the first `count` of them completed and no others. */
const completedUpTo = (steps: readonly OrderSubStatus[], count: number) =>
  inOrder(steps).map((step, index) => ({ ...step, completed: index < count }));

/**
 * Ticking a step completes it and all earlier ones; unticking completes only the earlier ones
 * (rules.md orders/sub-statuses). `sequence` names the step; an unknown one changes nothing.
 */
export function tickSubStatus(steps: readonly OrderSubStatus[], sequence: number, ticked: boolean): OrderSubStatus[] {
  const at = inOrder(steps).findIndex((step) => step.sequence === sequence);
  return at < 0 ? inOrder(steps) : completedUpTo(steps, ticked ? at + 1 : at);
}

/**
 * The same rule for a whole set of ticks, as a form without script or the API sends it: the last step that was newly
 * ticked decides, else the first that was unticked, else nothing changes.
 */
export function ticksToSubStatuses(steps: readonly OrderSubStatus[], ticked: readonly number[]): OrderSubStatus[] {
  const sorted = inOrder(steps);
  const added = sorted.filter((step) => !step.completed && ticked.includes(step.sequence)).at(-1);
  if (added) return tickSubStatus(sorted, added.sequence, true);
  const removed = sorted.find((step) => step.completed && !ticked.includes(step.sequence));
  return removed ? tickSubStatus(sorted, removed.sequence, false) : sorted;
}

/** Where the stepper stands: the last completed step, or null before the first. */
export const activeStep = (steps: readonly OrderSubStatus[]) =>
  inOrder(steps)
    .filter((step) => step.completed)
    .at(-1) ?? null;
