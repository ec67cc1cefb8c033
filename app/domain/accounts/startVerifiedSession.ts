import { and, eq, isNotNull, sql } from "drizzle-orm";
import { atomicBatch, type BatchStatement, type Db } from "~db/client.server";
import { twoFactors, users } from "~db/schema";
import type { Context } from "../context";
import type { Role } from "../roles";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import type { SessionProof } from "./sessionSecret";
import { startSession } from "./startSession";

export interface SignedIn {
  userId: string;
  /** The folded email address. */
  emailFolded: string;
  role: Role;
  proof: SessionProof;
  /** True until the customer has seen the welcome page. */
  welcome: boolean;
  /** True when this sign-in proved the address and so removed the password that someone had set before. */
  passwordRemoved?: true;
}

interface Entering {
  id: string;
  emailFolded: string;
  role: Role;
  firstLogin: boolean;
}

/** The user columns that every sign-in method reads. `twoFactor` is 1 when a second factor is required. */
export const enteringColumns = (db: Db) => ({
  id: users.id,
  emailFolded: users.emailFolded,
  role: users.role,
  firstLogin: users.firstLogin,
  twoFactor: sql<number>`exists ${db
    .select({ one: sql`1` })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.enabledAt)))}`,
});

/** Starts a session and consumes the one-time credentials in the same batch. */
export async function startVerifiedSession(
  ctx: Context,
  user: Entering,
  kind: "page" | "api",
  { used = [], passwordHash, by = "Password" }: { used?: BatchStatement[]; passwordHash?: string; by?: string } = {},
): Promise<SignedIn> {
  const session = await startSession(ctx, { userId: user.id, kind });
  await atomicBatch(ctx.db, [
    ...used,
    session.statement,
    securityEventStatement(ctx, { kind: "signedIn", userId: user.id, detail: kind === "api" ? `${by}, API` : by }),
    ctx.db
      .update(users)
      .set({ lastLogin: ctx.now, ...(passwordHash ? { passwordHash } : {}) })
      .where(eq(users.id, user.id)),
  ]);
  const welcome = user.role === "CUSTOMER" && user.firstLogin;
  return { userId: user.id, emailFolded: user.emailFolded, role: user.role, proof: session.proof, welcome };
}
