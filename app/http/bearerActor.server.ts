import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { type FoundSession, findSessionWith } from "~/domain/accounts/findSession";
import { markUsed } from "~/domain/accounts/renewSession";
import { idleMs } from "~/domain/accounts/sessionLimits";
import type { Actor, Context } from "~/domain/context";
import type { AccessClaims } from "~/domain/ports/signer";
import type { FlatSelect } from "~db/client.server";

/** The bearer of a request; null when there is none. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer +([\w.-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;

/** The claims of the bearer token; null when it is missing, expired or not ours. Ignores cookies. */
export async function bearerClaims(ctx: Context, request: Request): Promise<AccessClaims | null> {
  const token = bearerOf(request);
  return token ? await ctx.signer.readAccessToken(token, ctx.now) : null;
}

/**
 * The session of the claims, and the rows of `selects` from the same round trip. Null and no rows when it has expired
 * or ended.
 */
export async function claimedSession(ctx: Context, claims: AccessClaims, selects: FlatSelect[] = []) {
  const { found, rows } = await findSessionWith(ctx, claims.sessionId, selects);
  const alive =
    found &&
    found.session.kind === "api" &&
    ctx.now < found.session.expiresAt &&
    ctx.now < found.session.rotatedAt + idleMs(ctx);
  if (!alive) return { session: null, rows: [] };
  if (claims.generation === found.session.generation) await markUsed(ctx, found.session);
  return { session: found, rows };
}

/** The session of the bearer token; null when it is missing or has expired. */
export async function bearerSession(ctx: Context, request: Request): Promise<FoundSession | null> {
  const claims = await bearerClaims(ctx, request);
  return claims && (await claimedSession(ctx, claims)).session;
}

/** The actor of the bearer token. */
export async function bearerActor(ctx: Context, request: Request): Promise<Actor> {
  const session = await bearerSession(ctx, request);
  return session ? actorOfSession(ctx, session) : { kind: "anonymous" };
}
