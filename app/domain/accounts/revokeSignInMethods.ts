import { and, eq, gt, isNull } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { passwordResets, signInChallenges, signInLinks } from "~db/schema";
import type { Context } from "../context";

/** Revokes a person's reset links, sign-in links and sign-ins that wait for a code (rules.md security/reset-tokens). */
export const revokeSignInMethods = (ctx: Pick<Context, "db" | "now">, userId: string): BatchStatement[] => [
  ctx.db
    .update(passwordResets)
    .set({ usedAt: ctx.now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt))),
  ctx.db
    .update(signInLinks)
    .set({ usedAt: ctx.now })
    .where(and(eq(signInLinks.userId, userId), isNull(signInLinks.usedAt))),
  ctx.db
    .update(signInChallenges)
    .set({ usedAt: ctx.now })
    .where(
      and(
        gt(signInChallenges.expiresAt, ctx.now),
        eq(signInChallenges.userId, userId),
        isNull(signInChallenges.usedAt),
      ),
    ),
];
