import { authorize } from "~/domain/access";
import { actorOfSession } from "~/domain/accounts/actorOfSession";
import type { Actor, Context, TokenUser } from "~/domain/context";
import { Forbidden } from "~/domain/errors";
import { recordRefusal } from "~/domain/securityEvents/recordSecurityEvent";
import { settingsOfRevision } from "~/domain/settings/currentSettings";
import { bearerClaims, claimedSession } from "~/http/bearerActor.server";
import { noteActor } from "~/integrations/log.server";
import { type Endpoint, isPublic, type ResponseCookies } from "./endpoint";

/**
 * Runs a row for the bearer's actor. `batch` reads for the user that the token names, in the session's round trip; its
 * rows are dropped unless the session confirms that user (docs/decisions/0040-token-user.md).
 */
export async function runRow(
  anonymous: Context,
  row: Endpoint,
  input: () => Promise<unknown>,
  cookies: ResponseCookies,
): Promise<unknown> {
  const claims = isPublic(row) ? null : await bearerClaims(anonymous, cookies.request);
  const batch = claims?.user && row.batch ? await batchFor(row, claims.user, input) : undefined;
  const { session, rows } = claims
    ? await claimedSession(anonymous, claims, batch?.selects)
    : { session: null, rows: [] };
  const settings = session
    ? await settingsOfRevision(anonymous.db, anonymous.settings, session.settingsRevision)
    : anonymous.settings;
  const actor: Actor = session ? actorOfSession({ ...anonymous, settings }, session) : { kind: "anonymous" };
  noteActor(actor);
  const ctx = { ...anonymous, actor, settings };
  try {
    authorize(ctx, row.permission);
    if (batch && isUser(actor, claims?.user)) return batch.toAnswer(rows);
    return await row.run(ctx, await input(), cookies);
  } catch (error) {
    // Also what an operation refuses to an actor who may make the call.
    if (error instanceof Forbidden) recordRefusal(ctx, `${row.method} /api${row.path}`);
    throw error;
  }
}

/** The reads of a row. Undefined for invalid input, which `run` then reports. */
async function batchFor(row: Endpoint, user: TokenUser, input: () => Promise<unknown>) {
  try {
    return row.batch?.({ kind: "user", user }, await input());
  } catch {
    return undefined;
  }
}

/** False for an impersonation, whose permissions differ. */
const isUser = (actor: Actor, user: TokenUser | undefined) =>
  actor.kind === "user" && actor.user.id === user?.id && actor.user.role === user.role;
