import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { users } from "~db/schema";
import { authorize } from "../access";
import { closeSockets } from "../accounts/closeSockets";
import { endSessionsOf } from "../accounts/endSession";
import { revokeSignInMethods } from "../accounts/revokeSignInMethods";
import { actorId, type Context } from "../context";
import { Conflict, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { teamAccount } from "./findTeam";
import { mayBeLowered, refusalOf } from "./lastSuperAdmin";

const OWN_ACCOUNT = "You cannot delete your own account";

/**
 * Deletes a team account and ends its sessions immediately (POST /admin/delete; rules.md sessions/end). The row
 * stays, because history and orders refer to it. Throws NotFound, and Conflict for a stale version or a change that
 * rules.md team/safeguards forbids.
 */
export async function deleteTeamAccount(ctx: Context, input: { id: string; version?: number }): Promise<void> {
  authorize(ctx, "team.manage");
  const { db } = ctx;
  const stored = await teamAccount(ctx, { id: input.id });
  if (input.version !== undefined && input.version !== stored.version) throw staleRecord();
  if (stored.id === actorId(ctx)) throw new Conflict(OWN_ACCOUNT);
  await atomicBatch(db, [
    db
      .update(users)
      .set({ deletedAt: ctx.now, version: sql`${users.version} + 1` })
      .where(
        and(
          eq(users.id, stored.id),
          eq(users.role, "ADMIN"),
          eq(users.version, stored.version),
          isNull(users.deletedAt),
          mayBeLowered(ctx, stored.id),
        ),
      ),
    assertRowsChanged(db),
    ...revokeSignInMethods(ctx, stored.id),
    endSessionsOf(ctx, stored.id, "account deleted"),
    securityEventStatement(ctx, { kind: "roleChanged", userId: stored.id, detail: "Removed from the team" }),
    historyStatement(ctx, {
      entity: "user",
      entityId: stored.id,
      action: "Team account deleted",
      changes: [{ field: "email", before: stored.email, after: null }],
    }),
  ]).catch(async (error) => {
    throw error instanceof PreconditionFailed ? await refusalOf(ctx, stored.id, staleRecord()) : error;
  });
  closeSockets(ctx, stored.id);
}
