import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { type FoundSession, findSession } from "~/domain/accounts/findSession";
import { IDLE_MS } from "~/domain/accounts/sessionLimits";
import type { Actor, Context } from "~/domain/context";

/** The session of the bearer token; null when it is missing or has expired. Ignores cookies. */
export async function bearerSession(ctx: Context, request: Request): Promise<FoundSession | null> {
  const [, token] = /^Bearer +([\w.-]+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  const claims = token ? await ctx.signer.readAccessToken(token, ctx.now) : null;
  const stored = claims ? await findSession(ctx, claims.sessionId) : undefined;
  const alive =
    stored &&
    stored.session.kind === "api" &&
    ctx.now < stored.session.expiresAt &&
    ctx.now < stored.session.rotatedAt + IDLE_MS;
  return alive ? stored : null;
}

/** The actor of the bearer token. */
export async function bearerActor(ctx: Context, request: Request): Promise<Actor> {
  const session = await bearerSession(ctx, request);
  return session ? actorOfSession(ctx, session) : { kind: "anonymous" };
}
