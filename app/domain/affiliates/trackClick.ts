import { z } from "zod";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import type { Context } from "../context";
import { affiliateCodeOf } from "./clickCookie";

const INVALID_CODE = "Affiliate code is not valid";

/** A click that a page tells of. What is too long is cut, as the redirect cuts it. */
export const TrackInput = z.object({
  affiliateCode: z
    .string({ error: INVALID_CODE })
    .transform((text) => affiliateCodeOf(text.trim()))
    .refine((code) => code !== null, INVALID_CODE)
    .transform((code) => code ?? ""),
  referrerUrl: z.string().nullish(),
  userAgent: z.string().nullish(),
});

/**
 * Does what the redirect does, by the same code: sends the visit off and answers the Set-Cookie that remembers the
 * click (rules.md affiliates/visits). Like there, whose the code is turns out later. 60 a minute and address
 * (rules.md security/limits).
 */
export async function trackClick(ctx: Context, input: z.output<typeof TrackInput>): Promise<string> {
  authorize(ctx, "affiliates.track");
  await consumeRateLimit(ctx, "track");
  return await ctx.referrals.click({
    code: input.affiliateCode,
    landingPath: "/",
    referrer: input.referrerUrl ?? "",
    userAgent: input.userAgent ?? ctx.userAgent,
  });
}
