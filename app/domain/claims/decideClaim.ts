import { atomicBatch } from "~db/client.server";
import { authorize } from "../access";
import { agencyZone, type Context } from "../context";
import { Conflict } from "../errors";
import { overtaken } from "../placements/changePlacements";
import type { DecideClaimInput } from "./claimInputs";
import { claimNotices, confirmedTexts } from "./claimNotices";
import { claimStateLabel, takesDecision } from "./claimStates";
import { REPAIR_MS } from "./claimTimes";
import { endRejected } from "./endClaim";
import { refundClaim, refundOfLink } from "./refundClaim";
import { startReplacement } from "./startReplacement";
import { claimStatements, type StoredClaim, storedClaim } from "./storedClaim";

/**
 * Staff decide about a claim (POST /claim/decide; rules.md claims/decisions). A refund needs an Admin, a rejection a
 * SuperAdmin and a reason that the client reads; the reason of others stays with the team. Throws NotFound; Conflict
 * for a stale version, a claim that no longer takes the decision or a rejection during its refund; what refundOrder
 * throws.
 */
export async function decideClaim(ctx: Context, { id, version, decision, reason }: DecideClaimInput): Promise<void> {
  authorize(ctx, "claims.decide");
  if (decision === "refund") authorize(ctx, "claims.refund");
  if (decision === "reject") authorize(ctx, "claims.reject");
  const stored = await storedClaim(ctx, { id, version });
  if (!takesDecision(stored.claim.state, decision) || stored.replacement?.state === "live")
    throw new Conflict(
      `The claim for link ${stored.lost.number} is ${claimStateLabel(stored.claim.state)} and cannot be decided so`,
    );
  switch (decision) {
    case "confirm":
    case "repair":
      return await confirm(ctx, stored, decision, reason);
    case "replace":
      return await startReplacement(ctx, stored, noteOf(stored, reason));
    case "refund":
      return await refundClaim(ctx, stored, reason);
    case "reject":
      if (await refundOfLink(ctx, stored))
        throw new Conflict(`Link ${stored.root.number} is being refunded, so its claim cannot be rejected`);
      return await endRejected(ctx, stored, reason);
  }
}

const noteOf = ({ claim }: StoredClaim, reason: string) =>
  reason === "" ? {} : { note: [claim.note, reason].filter(Boolean).join("\n") };

/** Confirmed by staff, or already asked of the publisher. The time to repair begins once. */
async function confirm(
  ctx: Context,
  stored: StoredClaim,
  decision: "confirm" | "repair",
  reason: string,
): Promise<void> {
  const { claim, lost } = stored;
  const repairBy = claim.repairBy ?? ctx.now + REPAIR_MS;
  await atomicBatch(ctx.db, [
    ...claimStatements(
      ctx,
      stored,
      { ...noteOf(stored, reason), state: decision === "repair" ? "repairing" : "confirmed", repairBy },
      { action: decision === "repair" ? "repair asked of the publisher" : "confirmed lost" },
    ),
    ...(claim.state === "open"
      ? claimNotices(ctx, lost, `confirmed:${claim.id}`, confirmedTexts(claim.verdict, repairBy, agencyZone(ctx)))
      : []),
  ]).catch(overtaken);
  ctx.after(() => ctx.publish.outboxWaiting());
}
