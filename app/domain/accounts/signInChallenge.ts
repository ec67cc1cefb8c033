import { and, eq, gt, isNull } from "drizzle-orm";
import { newId } from "~db/ids";
import { signInChallenges } from "~db/schema";
import type { Context } from "../context";
import { Unauthenticated } from "../errors";
import { CODE_NEEDED } from "./accountInputs";
import { newToken } from "./newToken";
import { hashSecret } from "./sessionSecret";

export const CHALLENGE_MS = 10 * 60_000;

/**
 * The first factor was right and a second is required. Pages continue with the challenge. The API signs in with one
 * call, so it repeats that call with `code`.
 */
export class SecondFactorRequired extends Unauthenticated {
  readonly challenge: string | null;
  constructor(challenge: string | null) {
    super(CODE_NEEDED, "code");
    this.challenge = challenge;
  }
}

/** Creates a challenge: the insert statement, and the token for the browser. */
export async function newChallenge(ctx: Pick<Context, "db" | "now">, userId: string) {
  const token = newToken();
  const statement = ctx.db.insert(signInChallenges).values({
    id: newId(ctx.now),
    tokenHash: await hashSecret(token),
    userId,
    createdAt: ctx.now,
    expiresAt: ctx.now + CHALLENGE_MS,
  });
  return { token, statement };
}

/** Matches the challenge of a token while it is unused and not expired. */
export const isOpenChallenge = (ctx: Pick<Context, "now">, tokenHash: string) =>
  and(
    gt(signInChallenges.expiresAt, ctx.now),
    eq(signInChallenges.tokenHash, tokenHash),
    isNull(signInChallenges.usedAt),
  );
