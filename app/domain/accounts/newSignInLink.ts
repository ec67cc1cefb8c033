import { and, eq, isNull } from "drizzle-orm";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { signInLinks } from "~db/schema";
import type { Context } from "../context";
import { mailRecipient } from "./mailRecipient";
import { newToken } from "./newToken";
import { hashSecret } from "./sessionSecret";

/** How long every sign-in link works. */
export const LINK_MINUTES = 10;

/**
 * Creates a single-use sign-in link and revokes the account's older ones. Returns its address and the person to send
 * it to; null when the account was deleted. Only the mail may contain the address (rules.md security/no-secrets).
 */
export async function newSignInLink(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, redirectTo }: { userId: string; redirectTo: string },
) {
  const user = await mailRecipient(ctx, userId);
  if (!user) return null;
  const token = newToken();
  await atomicBatch(ctx.db, [
    ctx.db
      .update(signInLinks)
      .set({ usedAt: ctx.now })
      .where(and(eq(signInLinks.userId, userId), isNull(signInLinks.usedAt))),
    ctx.db.insert(signInLinks).values({
      tokenHash: await hashSecret(token),
      userId,
      redirectTo,
      createdAt: ctx.now,
      expiresAt: ctx.now + LINK_MINUTES * 60_000,
    }),
  ]);
  return { ...user, url: ctx.siteUrl + paths.signInByLink(token) };
}
