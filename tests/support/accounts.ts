import { hashPassword } from "~/domain/accounts/passwords";
import type { Renewal } from "~/domain/accounts/renewSession";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { hashSecret, type SessionProof } from "~/domain/accounts/sessionSecret";
import { startSession } from "~/domain/accounts/startSession";
import type { ActorUser, Context } from "~/domain/context";
import type { Db } from "~db/client.server";
import { passwordResets, type users } from "~db/schema";
import { aCustomer } from "./factories";
import { TEST_NOW, testContext } from "./testContext";

export const PASSWORD = "Portal#2026";
export const NEW_PASSWORD = "Changed#2027";

// All accounts share one hash because hashing is slow.
let passwordHash: Promise<string> | undefined;
export function hashOfPassword() {
  passwordHash ??= hashPassword(PASSWORD);
  return passwordHash;
}

/** A stored customer who can sign in with PASSWORD. */
export async function aMember(db: Db, values: Partial<typeof users.$inferInsert> = {}) {
  return await aCustomer(db, { passwordHash: await hashOfPassword(), ...values });
}

/** A stored session of a user and the holder's proof. */
export async function aSession(
  ctx: Context,
  user: Pick<ActorUser, "id">,
  kind: "page" | "api" = "page",
  impersonator?: { adminId: string; sessionId: string },
): Promise<SessionProof> {
  const session = await startSession(ctx, { userId: user.id, kind, impersonator });
  await session.statement;
  return session.proof;
}

/** The new proof of a renewal. */
export function proofOf(renewal: Renewal): SessionProof {
  if (renewal.state === "good" && renewal.proof) return renewal.proof;
  throw new Error("No new proof");
}

/** The access token of a new API session of a user. */
export async function aBearer(db: Db, user: Pick<ActorUser, "id">): Promise<string> {
  const ctx = testContext(db);
  const { sessionId } = await aSession(ctx, user, "api");
  return await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
}

/** A valid reset link of a user: the token as emailed. */
export async function aResetLink(db: Db, userId: string, { createdAt = TEST_NOW, token = "" } = {}) {
  const secret = token || crypto.randomUUID() + crypto.randomUUID();
  await db
    .insert(passwordResets)
    .values({ tokenHash: await hashSecret(secret), userId, createdAt, expiresAt: createdAt + 60 * 60_000 });
  return secret;
}
