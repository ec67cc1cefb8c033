import { paths } from "~/paths";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { type ShownFile, shownFile } from "../uploads/shownFile";
import { referralPath } from "./referralPath";
import { type Creative, storedCreative } from "./storedCreative";

export interface CreativeDetails extends Creative {
  file: ShownFile | null;
  /** The asking affiliate's own link to where the creative leads; null for who has no code. */
  referralUrl: string | null;
}

/** A creative as it is edited or used (GET /creative/detail). Throws NotFound, also for one that is hidden from who asks. */
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
