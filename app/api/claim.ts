import { z } from "zod";
import { DecideClaimInput, OpenClaimInput } from "~/domain/claims/claimInputs";
import { claimList } from "~/domain/claims/claimList";
import { claimOpeners, claimStates } from "~/domain/claims/claimStates";
import { decideClaim } from "~/domain/claims/decideClaim";
import { type ClaimListRow, claimById, findClaims } from "~/domain/claims/findClaims";
import { openClaim } from "~/domain/claims/openClaim";
import { verdicts } from "~/domain/verdicts";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const time = z.string().nullable();
/** A claim under the guarantee. Optional fields are returned to staff only. */
const claimShape = z.object({
  _id: z.string(),
  placementId: z.string(),
  number: z.string(),
  orderId: z.string(),
  clientId: z.string().optional(),
  clientName: z.string().optional(),
  openedBy: z.enum(claimOpeners),
  verdict: z.enum(verdicts),
  state: z.enum(claimStates),
  deadlines: z.object({ repairBy: time, replaceBy: time }),
  replacementId: z.string().nullable(),
  refundId: z.string().nullable(),
  reason: z.string(),
  note: z.string().optional(),
  closedTime: time,
  createdTime: z.string(),
  version: z.number(),
});

const toApiClaim = (claim: ClaimListRow): z.output<typeof claimShape> => ({
  _id: claim.id,
  placementId: claim.placementId,
  number: claim.number,
  orderId: claim.orderId,
  ...(claim.staff
    ? { clientId: claim.staff.clientId, clientName: claim.staff.clientName, note: claim.staff.note }
    : {}),
  openedBy: claim.openedBy,
  verdict: claim.verdict,
  state: claim.state,
  deadlines: { repairBy: isoTime(claim.repairBy), replaceBy: isoTime(claim.replaceBy) },
  replacementId: claim.replacementId,
  refundId: claim.refundId,
  reason: claim.reason,
  closedTime: isoTime(claim.closedAt),
  createdTime: isoTime(claim.createdAt),
  version: claim.version,
});

export const openClaimRow: Endpoint = endpoint({
  method: "POST",
  path: "/placement/claim",
  permission: "claims.open",
  summary: "Report that a guaranteed link is gone. A look at its page decides whether a claim opens.",
  input: OpenClaimInput,
  output: claimShape,
  run: async (ctx, input) => toApiClaim(await claimById(ctx, (await openClaim(ctx, input)).id)),
});

/** Claims under the guarantee. */
export const claimRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/claim/find",
    permission: "claims.list",
    summary: "List claims under the guarantee. Customers get only their own.",
    input: pagedRequest,
    output: z.object({ content: z.array(claimShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findClaims(ctx, listFromBody(claimList, input));
      return { content: content.map(toApiClaim), totalElements };
    },
  }),
  endpoint({
    method: "POST",
    path: "/claim/decide",
    permission: "claims.decide",
    summary: "Decide about a claim: confirm, repair, replace, refund (Admin) or reject (SuperAdmin, with a reason)",
    input: DecideClaimInput,
    output: claimShape,
    run: async (ctx, input) => {
      await decideClaim(ctx, input);
      return toApiClaim(await claimById(ctx, input.id));
    },
  }),
];
