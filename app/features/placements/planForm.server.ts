import { z } from "zod";
import { agencyZone, type Context } from "~/domain/context";
import { dayField, fromDay, throughDay } from "~/domain/days";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { BulkPlacementsInput } from "~/domain/placements/placementInput";
import { placementStates } from "~/domain/placements/placementStates";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { NONE } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { tickedIn } from "./pastedLists.server";

const day = dayField();

/** Empty fields leave the links as they are. */
const PlanInput = z
  .object({
    assignedToId: z.string().max(64).optional(),
    state: z.enum(placementStates).optional(),
    dueAt: day.optional(),
    startsOn: day.optional(),
  })
  .refine((set) => Object.values(set).some((value) => value !== undefined), {
    message: "Choose what to change",
    path: ["assignedToId"],
  });

/** Changes the ticked links of an order, all or none. */
export async function answerPlanForm(portal: PortalRequest, ctx: Context, orderId: string): Promise<Response> {
  const form = await readForm(portal.request);
  const ids = tickedIn(form);
  const back = paths.orderPlacements(orderId);
  if (ids.length === 0) return await redirectWithToast(portal, back, "Tick the links to change", "error");
  return await orNotFound(
    submitForm(
      portal,
      form,
      PlanInput,
      async ({ assignedToId, dueAt, startsOn, ...set }) => {
        const changed = await bulkPlacements(ctx, {
          ids: BulkPlacementsInput.shape.ids.parse(ids),
          set: {
            ...set,
            ...(assignedToId ? { assignedToId: assignedToId === NONE ? null : assignedToId } : {}),
            ...(startsOn === undefined ? {} : { startsOn: fromDay(startsOn, agencyZone(ctx)) }),
            ...(dueAt === undefined ? {} : { dueAt: throughDay(dueAt, agencyZone(ctx)) }),
          },
        });
        return await redirectWithToast(portal, back, changed === 1 ? "1 link changed" : `${changed} links changed`);
      },
      { answer: { ids } },
    ),
  );
}
