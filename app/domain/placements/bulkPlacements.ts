import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { assertTeamMember } from "./assertTeamMember";
import { moveTo, type PlacementChange, writePlacements } from "./changePlacements";
import { clockAt } from "./deliveryClock";
import type { BulkPlacementsInput } from "./placementInput";
import { placementStateLabel, staffChoices } from "./placementStates";
import { planOf } from "./planOf";
import { placementsWithIds, type StoredPlacement } from "./storedPlacements";

/**
 * Staff assign, plan or move many links: all of them or none (POST /placement/bulk). Returns how many changed. Times in
 * ms UTC. Throws NotFound; Invalid for an assignee outside the team; Conflict, with the numbers, for links whose state
 * does not allow it.
 */
export async function bulkPlacements(ctx: Context, { ids, set }: BulkPlacementsInput): Promise<number> {
  authorize(ctx, "placements.manage");
  await assertTeamMember(ctx, set.assignedToId);
  const links = await placementsWithIds(ctx, ids);
  const { state } = set;
  if (state) assertMovable(links, state);
  const changes = links.map((placement): PlacementChange => {
    const planned = planOf(placement, set, clockAt(ctx));
    const moved =
      state && state !== placement.state ? moveTo({ ...placement, ...planned }, state, clockAt(ctx)).set : {};
    return { placement, set: { ...planned, ...moved } };
  });
  return await writePlacements(ctx, changes, actionOf(set));
}

/** What the history says was done, e.g. 'assigned, due date set'. */
function actionOf({ assignedToId, dueAt, startsOn, state }: BulkPlacementsInput["set"]): string {
  const done: string[] = [];
  if (assignedToId !== undefined) done.push(assignedToId === null ? "unassigned" : "assigned");
  if (dueAt) done.push("due date set");
  if (startsOn !== undefined) done.push(startsOn === null ? "start removed" : "start set");
  if (state) done.push(`moved to ${placementStateLabel(state)}`);
  return done.join(", ") || "planned";
}

function assertMovable(links: readonly StoredPlacement[], state: StoredPlacement["state"]) {
  const refused = links.filter((link) => link.state !== state && !staffChoices(link).includes(state));
  if (refused.length === 0) return;
  const shown = refused.slice(0, 5).map(({ number, state: from }) => `${number} (${placementStateLabel(from)})`);
  const more = refused.length > shown.length ? ` and ${refused.length - shown.length} more` : "";
  throw new Conflict(`${shown.join(", ")}${more} cannot become '${placementStateLabel(state)}'`, "state");
}
