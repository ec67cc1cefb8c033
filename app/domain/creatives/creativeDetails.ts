import { paths } from "~/paths";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { type ShownFile, shownFile } from "../uploads/shownFile";
import { referralPath } from "./referralPath";
import { type Creative, storedCreative } from "./storedCreative";

export interface CreativeDetails extends Creative {
  file: ShownFile | null;
  /** The calling affiliate's own link to the creative's target; null without a code. */
  referralUrl: string | null;
}

/**
 * Returns a creative for use or editing (GET /creative/detail). Throws NotFound, also when it is hidden from the
 * actor.
 */
export async function creativeDetails(ctx: Context, id: string): Promise<CreativeDetails> {
  authorize(ctx, "creatives.view");
  const row = await storedCreative(ctx, id);
  const user = userOf(ctx.actor);
  const code = user?.affiliate ? user.affiliateCode : null;
  return {
    ...row,
    file: await shownFile(ctx, row.uploadKey),
    referralUrl: code ? ctx.siteUrl + paths.referral(code, referralPath(row.url, ctx.siteUrl)) : null,
  };
}
