import { and, eq, isNotNull, sql } from "drizzle-orm";
import { atomicBatch, type BatchStatement, type Db } from "~db/client.server";
import { twoFactors, users } from "~db/schema";
import type { Context } from "../context";
import type { Role } from "./roles";
import type { SessionProof } from "./sessionSecret";
import { startSession } from "./startSession";

export interface SignedIn {
  userId: string;
  proof: SessionProof;
  /** A customer who has never been welcomed. */
  welcome: boolean;
}

interface Entering {
  id: string;
  role: Role;
  firstLogin: boolean;
}

/** What every way to sign in reads of a person; `twoFactor` says that the first factor is not enough. */
export const enteringColumns = (db: Db) => ({
  id: users.id,
  role: users.role,
  firstLogin: users.firstLogin,
  twoFactor: sql<number>`exists ${db
    .select({ one: sql`1` })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.enabledAt)))}`,
});

/** Starts the session of who has proven everything, in one batch with what that used up. */
export async function startVerifiedSession(
  ctx: Context,
  user: Entering,
  kind: "page" | "api",
  { used = [], passwordHash }: { used?: BatchStatement[]; passwordHash?: string } = {},
): Promise<SignedIn> {
  const session = await startSession(ctx, { userId: user.id, kind });
  await atomicBatch(ctx.db, [
    ...used,
    session.statement,
    ctx.db
      .update(users)
      .set({ lastLogin: ctx.now, ...(passwordHash ? { passwordHash } : {}) })
      .where(eq(users.id, user.id)),
  ]);
  return { userId: user.id, proof: session.proof, welcome: user.role === "CUSTOMER" && user.firstLogin };
}
