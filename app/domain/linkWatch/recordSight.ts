import { eq } from "drizzle-orm";
import { z } from "zod";
import { placements } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { seenVerdicts } from "../verdicts";
import { beginSight } from "./beginCheck";
import { recordCheck } from "./recordCheck";

/** What a person saw on a live page. */
export const SightInput = z.object({
  verdict: z.enum(seenVerdicts, { error: "Choose what you saw" }),
  note: z.string().trim().min(1, "Write what you saw").max(1000, "Write at most 1,000 characters"),
});

/**
 * Staff looked at a page that the link watch cannot read. What they saw is a check with their name, and leads to what a
 * check leads to (rules.md watch/sight). Throws NotFound, and Conflict for a link that is not live or is being checked.
 */
export async function recordSight(ctx: Context, id: string, { verdict, note }: z.output<typeof SightInput>) {
  authorize(ctx, "linkChecks.record");
  const link = await beginSight(ctx, id);
  if (!link) {
    const [stored] = await ctx.db.select({ state: placements.state }).from(placements).where(eq(placements.id, id));
    if (!stored) throw new NotFound();
    throw new Conflict(
      stored.state === "live"
        ? "This link is being checked just now. Please try again in a minute."
        : "This link is not live, so there is nothing to record",
    );
  }
  const { liveUrl: finalUrl } = link;
  const read = { status: null, finalUrl, rel: "", anchor: "", ms: 0, evidenceKey: null, bodySha256: "" };
  const check = await recordCheck(ctx, link, { verdict, note, seenById: actorId(ctx), ...read });
  if (!check) throw new Conflict("This link was changed meanwhile. Please look at it again.");
}
