import { z } from "zod";
import { REASON_REQUIRED } from "../orders/orderInputs";
import { text } from "../textFields";
import { claimDecisions } from "./claimStates";

const id = z.string().min(1).max(64);
const MOST = 2000;
const words = text(MOST, "Use 2000 characters or fewer");

/** A link that its client or staff report as gone, with a few words. */
export const OpenClaimInput = z.object({ id, reason: words.default("") });
export type OpenClaimInput = z.output<typeof OpenClaimInput>;

/** A decision about a claim. The client reads why a claim is rejected; the reason of others stays with the team. */
export const DecideClaimInput = z
  .object({
    id,
    version: z.number().int().min(1),
    decision: z.enum(claimDecisions, { error: "Choose a decision" }),
    reason: words.default(""),
  })
  .refine(({ decision, reason }) => decision !== "reject" || reason !== "", {
    message: REASON_REQUIRED,
    path: ["reason"],
  });
export type DecideClaimInput = z.output<typeof DecideClaimInput>;
