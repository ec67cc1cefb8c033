import { renderRichText } from "~/richtext/renderRichText";
import { atomicBatch } from "~db/client.server";
import { type Context, isStaff } from "../context";
import { Conflict, Invalid } from "../errors";
import { type PlacementChange, placementStatements } from "../placements/changePlacements";
import { clockAt, clockIn } from "../placements/deliveryClock";
import type { LinkDetailsInput } from "../placements/placementInput";
import { editableStates, isIn, openStates, placementStateLabel } from "../placements/placementStates";
import type { PlacementRow } from "../placements/soldPlacements";
import type { StoredPlacement } from "../placements/storedPlacements";
import { orderProgress, otherInputMissing } from "./orderProgress";

/** New details of one link, as read. `plan`: what staff set in the same save. */
export interface FilledIn {
  placement: StoredPlacement;
  details: LinkDetailsInput;
  plan?: Partial<PlacementRow>;
}

/** The order's lines and all of its links, read together with the links that change. */
interface OrderAsRead {
  lines: readonly { id: string; packageId: string }[];
  links: readonly { id: string; orderItemId: string; state: PlacementRow["state"] }[];
}

/**
 * Writes details of links of one order: a link with a page is ready and its clock starts; the order becomes Active
 * with its last one (rules.md placements/input). Returns how many links changed. Throws Invalid, Conflict for a link
 * that can no longer be edited, and PreconditionFailed when something changed since it was read.
 */
export async function fillInLinks(ctx: Context, filled: readonly FilledIn[], order: OrderAsRead, action: string) {
  const changes = linkChanges(ctx, filled);
  const [first] = filled;
  if (!first) return 0;
  const waiting = waitingAfter(changes, order.links);
  const tracked = new Set(order.links.map(({ orderItemId }) => orderItemId));
  const progress = orderProgress(ctx, first.placement, {
    waiting,
    otherInputMissing: waiting === 0 && (await otherInputMissing(ctx, first.placement.orderId, order.lines, tracked)),
  });
  const { changed, statements } = placementStatements(ctx, changes, action, progress.recorded);
  if (changed === 0) return 0;
  await atomicBatch(ctx.db, [...statements, ...progress.statements]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return changed;
}

/** The changes that fill in links. Throws Invalid and Conflict as `fillInLinks` does. */
export const linkChanges = (ctx: Context, filled: readonly FilledIn[]): PlacementChange[] =>
  filled.map((one) => changeOf(ctx, one));

/** How many links still need a page after the changes. */
export function waitingAfter(changes: readonly PlacementChange[], links: OrderAsRead["links"]): number {
  const after = new Map(changes.map(({ placement, set }) => [placement.id, set.state ?? placement.state]));
  return links.filter(({ id, state }) => (after.get(id) ?? state) === "needs_input").length;
}

/** The states in which the actor may change a link's details. */
export const mayFillIn = (ctx: Pick<Context, "actor">, state: PlacementRow["state"]) =>
  isIn(isStaff(ctx.actor) ? openStates : editableStates, state);

function changeOf(ctx: Context, { placement, details, plan = {} }: FilledIn): PlacementChange {
  const { brief, ...plain } = details;
  const written = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const rich = brief === undefined ? {} : { brief: renderRichText(brief), briefSource: brief };
  const set: Partial<PlacementRow> = { ...written, ...rich, ...plan };
  const { targetUrl, agencyChooses } = { ...placement, ...set };
  const hasPage = targetUrl !== "" || agencyChooses;
  if (Object.keys(written).length + Object.keys(rich).length > 0 && !mayFillIn(ctx, placement.state))
    throw new Conflict(
      `Link ${placement.number} is ${placementStateLabel(placement.state)} and can no longer be changed`,
      "targetUrl",
    );
  if (placement.state === "needs_input") {
    if (!hasPage) return { placement, set };
    return { placement, set: { ...set, state: "ready", ...clockIn("ready", { ...placement, ...set }, clockAt(ctx)) } };
  }
  if (!hasPage && ("targetUrl" in set || "agencyChooses" in set))
    throw new Invalid("Give a target page, or let us choose it", "targetUrl");
  return { placement, set };
}
