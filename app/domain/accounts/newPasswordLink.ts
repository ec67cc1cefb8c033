import { and, eq, isNull } from "drizzle-orm";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { passwordResets, users } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import type { Context } from "../context";
import { newToken } from "./newToken";
import { hashSecret } from "./sessionSecret";

const MINUTE = 60_000;
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;
const lifeOf: Record<PasswordLinkPurpose, number> = {
  reset: RESET_MINUTES * MINUTE,
  invitation: INVITATION_DAYS * 24 * 60 * MINUTE,
};

type LinkContext = Pick<Context, "db" | "now" | "siteUrl">;

/**
 * Creates a single-use link that sets a password, valid for 60 minutes, an invitation for 7 days. Stores only the hash
 * and revokes older links (rules.md security/reset-tokens). Only the mail may contain the address (rules.md
 * security/no-secrets).
 */
export async function newPasswordLink(ctx: LinkContext, userId: string, purpose: PasswordLinkPurpose): Promise<string> {
  const token = newToken();
  await atomicBatch(ctx.db, [
    ctx.db
      .update(passwordResets)
      .set({ usedAt: ctx.now })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt))),
    ctx.db.insert(passwordResets).values({
      tokenHash: await hashSecret(token),
      userId,
      createdAt: ctx.now,
      expiresAt: ctx.now + lifeOf[purpose],
      purpose,
    }),
  ]);
  return ctx.siteUrl + paths.resetPassword(token);
}

/**
 * The link for an account that was made by ordering, until its owner has proven the address (rules.md
 * checkout/new-account); null for every other.
 */
export async function firstPasswordLink(ctx: LinkContext, userId: string): Promise<string | null> {
  const withoutPassword = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), isNull(users.passwordHash), isNull(users.emailVerifiedAt), isNull(users.deletedAt)),
    )
    .get();
  return withoutPassword ? await newPasswordLink(ctx, userId, "invitation") : null;
}
