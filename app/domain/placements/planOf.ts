import { Conflict } from "../errors";
import { type ClockAt, clockDueAt, clockIn } from "./deliveryClock";
import type { PlacementInput } from "./placementInput";
import { isIn, openStates, placementStateLabel } from "./placementStates";
import type { PlacementRow } from "./soldPlacements";
import type { StoredPlacement } from "./storedPlacements";

export type Plan = Pick<PlacementInput, "assignedToId" | "dueAt" | "startsOn" | "staffNote">;

/** The columns of what staff plan. A new start moves the due date, unless one is given. */
export function planOf(placement: StoredPlacement, plan: Plan, at: ClockAt): Partial<PlacementRow> {
  const { assignedToId, dueAt, startsOn, staffNote } = plan;
  const set: Partial<PlacementRow> = {};
  if (assignedToId !== undefined) set.assignedToId = assignedToId;
  if (staffNote !== undefined) set.staffNote = staffNote;
  const start = startsOn === undefined ? placement.startsOn : startsOn;
  const newStart = start !== placement.startsOn;
  const newDue = dueAt !== undefined && dueAt !== null && dueAt !== placement.dueAt;
  if ((newStart || newDue) && !isIn(openStates, placement.state))
    throw new Conflict(
      `Link ${placement.number} is ${placementStateLabel(placement.state)} and has no due date any more`,
      "dueAt",
    );
  if (newStart) set.startsOn = start;
  if (newDue) return { ...set, ...clockDueAt(placement.state, start, dueAt, at) };
  if (newStart) return { ...set, ...clockIn(placement.state, placement, at, start) };
  return set;
}
