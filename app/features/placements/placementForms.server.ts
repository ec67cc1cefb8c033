import { json } from "@remix-run/cloudflare";
import { z } from "zod";
import { DecideClaimInput, OpenClaimInput } from "~/domain/claims/claimInputs";
import { type ClaimDecision, claimDecisions } from "~/domain/claims/claimStates";
import { decideClaim } from "~/domain/claims/decideClaim";
import { openClaim } from "~/domain/claims/openClaim";
import { agencyZone, type Context, isStaff } from "~/domain/context";
import { dayField, dayOf, fromDay, throughDay } from "~/domain/days";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { answerProposal } from "~/domain/placements/answerProposal";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { markLive } from "~/domain/placements/markLive";
import { placementDetails } from "~/domain/placements/placementDetails";
import { LinkDetailsInput } from "~/domain/placements/placementInput";
import { editableStates, isIn, openStates, placementStates } from "~/domain/placements/placementStates";
import { ContentProposal, ProposalAnswer, proposalSubjects, SiteInput } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { sendContent } from "~/domain/placements/sendContent";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { NONE } from "~/list/listFromUrl";
import { paths } from "~/paths";
import type { PlacementFormAnswer, PlacementIntent } from "./placementForms";

const version = z.number().int().min(1);
const day = dayField();
const written = LinkDetailsInput.shape;

/** The three details that the order's table shows. An emptied box clears its value. */
const Cells = z.object({
  version,
  targetUrl: written.targetUrl.unwrap().default(""),
  anchorText: written.anchorText.unwrap().default(""),
  clientReference: written.clientReference.unwrap().default(""),
});
const ClientForm = Cells.extend({
  agencyChooses: z.boolean().default(false),
  brief: written.brief.unwrap().default(""),
});
const StaffForm = ClientForm.extend({
  assignedToId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .transform((one) => (one === NONE ? null : one)),
  dueAt: day.optional(),
  startsOn: day.nullable().default(null),
  staffNote: z.string().max(20_000, "The note has at most 20,000 characters").default(""),
});
const SiteForm = SiteInput.extend({ asks: z.boolean().default(false) });
const ContentForm = z.object({
  contentUrl: z.string().default(""),
  fileUrl: z.string().max(64).default(""),
  text: z.string().default(""),
});
const AnswerForm = z.object({
  version,
  subject: z.enum(proposalSubjects),
  accept: z.enum(["yes", "no"]),
  reason: z.string().default(""),
});

const DecideForm = z.object({
  claimId: z.string().min(1).max(64),
  version,
  decision: z.enum(claimDecisions, { error: "Choose a decision" }),
  reason: z.string().default(""),
});
const decided: Record<ClaimDecision, string> = {
  confirm: "Loss confirmed",
  repair: "Repair noted",
  replace: "Replacement begun",
  refund: "Refund requested",
  reject: "Claim rejected",
};

/** Answers the forms of a link's page. Throws the 404 page for a link that the actor cannot see. */
export function answerPlacementForm(
  portal: PortalRequest,
  ctx: Context,
  placementId: string,
  intent: PlacementIntent | null,
): Promise<Response> {
  const done = (text: string) => redirectWithToast(portal, paths.placement(placementId), text);
  return orNotFound(forms[intent ?? "details"]({ portal, ctx, id: placementId, done }));
}

interface Posted {
  portal: PortalRequest;
  ctx: Context;
  id: string;
  done(text: string): Promise<Response>;
}

const forms: Record<PlacementIntent | "details", (posted: Posted) => Promise<Response>> = {
  details: saveDetails,
  cells: async ({ portal, ctx, id }) =>
    await submitForm(
      portal,
      portal.request,
      Cells,
      async (cells) => {
        const { version: saved } = await updatePlacement(ctx, { id, ...cells });
        return json<PlacementFormAnswer>({ version: saved });
      },
      { answer: { intent: "cells" } },
    ),
  site: async ({ portal, ctx, id, done }) =>
    await submitForm(
      portal,
      portal.request,
      SiteForm,
      async ({ asks, ...site }) => {
        await proposeSites(ctx, [{ id, site, asks }]);
        return await done(asks ? "Site proposed" : "Site saved");
      },
      { answer: { intent: "site" } },
    ),
  content: async ({ portal, ctx, id, done }) => {
    const { orderId } = await placementDetails(ctx, id);
    const use = { attachedTo: `order:${orderId}` };
    return await submitFormWithFiles(
      portal,
      { kind: "orderDetailsFile", fields: "fileUrl", use },
      ContentForm.transform(
        (form): z.input<typeof ContentProposal> => ({
          ...form,
          id,
          fileUrl: form.fileUrl && fileAddress(form.fileUrl),
        }),
      ).pipe(ContentProposal),
      async (content) => {
        await sendContent(ctx, content);
        return await done("Content sent to the client");
      },
      { answer: { intent: "content" } },
    );
  },
  live: async ({ portal, ctx, id, done }) =>
    await submitForm(
      portal,
      portal.request,
      z.object({ liveUrl: z.string({ error: "Enter the address of the page with the link" }).max(2000) }),
      async ({ liveUrl }) => {
        await markLive(ctx, [{ id, liveUrl }]);
        return await done("The link is live");
      },
      { answer: { intent: "live" } },
    ),
  state: async ({ portal, ctx, id, done }) =>
    await submitForm(
      portal,
      portal.request,
      z.object({ state: z.enum(placementStates, { error: "Choose a state" }) }),
      async ({ state }) => {
        await bulkPlacements(ctx, { ids: [id], set: { state } });
        return await done("Link updated");
      },
      { answer: { intent: "state" } },
    ),
  answer: async ({ portal, ctx, id, done }) =>
    await submitForm(
      portal,
      portal.request,
      AnswerForm.transform(
        ({ accept, ...form }): z.input<typeof ProposalAnswer> => ({ ...form, id, accept: accept === "yes" }),
      ).pipe(ProposalAnswer),
      async (answer) => {
        await answerProposal(ctx, answer);
        return await done(answer.accept ? "Accepted" : "Declined. We will propose another one.");
      },
      { answer: { intent: "answer" } },
    ),
  claim: async ({ portal, ctx, id, done }) =>
    await submitForm(
      portal,
      portal.request,
      OpenClaimInput.omit({ id: true }),
      async ({ reason }) => {
        const { state } = await openClaim(ctx, { id, reason });
        return await done(state === "open" ? "Claim opened. We look again within a day." : "The loss is confirmed");
      },
      { answer: { intent: "claim" } },
    ),
  decide: async ({ portal, ctx, done }) =>
    await submitForm(
      portal,
      portal.request,
      DecideForm.transform(({ claimId, ...form }): z.input<typeof DecideClaimInput> => ({ ...form, id: claimId })).pipe(
        DecideClaimInput,
      ),
      async (decision) => {
        await decideClaim(ctx, decision);
        return await done(decided[decision.decision]);
      },
      { answer: { intent: "decide" } },
    ),
};

async function saveDetails({ portal, ctx, id, done }: Posted): Promise<Response> {
  const staff = isStaff(ctx.actor);
  const stored = await placementDetails(ctx, id);
  const open = isIn(staff ? openStates : editableStates, stored.state);
  return await submitForm(portal, portal.request, staff ? StaffForm : ClientForm, async (form) => {
    const { assignedToId, dueAt, startsOn, staffNote, version: seen, ...details } = form as z.output<typeof StaffForm>;
    // A day is less than the stored time: the same day changes nothing.
    const zone = agencyZone(ctx);
    const newDue = dueAt !== undefined && (stored.dueAt === null || dayOf(stored.dueAt, zone) !== dayOf(dueAt));
    const newStart = (startsOn && dayOf(startsOn)) !== (stored.startsOn && dayOf(stored.startsOn, zone));
    await updatePlacement(ctx, {
      id,
      version: seen,
      ...(open ? details : {}),
      ...(staff ? { assignedToId, staffNote } : {}),
      ...(staff && newDue ? { dueAt: throughDay(dueAt, zone) } : {}),
      ...(staff && newStart ? { startsOn: startsOn && fromDay(startsOn, zone) } : {}),
    });
    return await done("Link saved");
  });
}
