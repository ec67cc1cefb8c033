import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { PASSWORD_CHANGED } from "../accounts/accountInputs";
import { closeSockets } from "../accounts/closeSockets";
import { hashNewPassword } from "../accounts/commonPasswords";
import { endSessionsOf } from "../accounts/endSession";
import { revokeSignInMethods } from "../accounts/revokeSignInMethods";
import { securityMailStatements } from "../accounts/securityMailStatements";
import { awayUntilOf } from "../accounts/workingDay";
import { actorId, agencyZone, type Context } from "../context";
import { Conflict, Invalid, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { type TeamAccount, teamAccount } from "./findTeam";
import { mayBeLowered, refusalOf } from "./lastSuperAdmin";
import type { TeamAccountInput } from "./teamInputs";

const OWN_PRIVILEGE = "You cannot change your own privileges";
const OWN_PASSWORD = "Change your own password on your profile";

/**
 * Changes a team account (POST /admin/update). A new password ends its sessions and revokes its sign-in links
 * immediately (rules.md sessions/end). Throws NotFound, Conflict for a stale version or a change that the safeguards
 * forbid (rules.md team/safeguards), and Invalid for the actor's own password (rules.md accounts/own-password).
 */
export async function updateTeamAccount(ctx: Context, input: TeamAccountInput): Promise<TeamAccount> {
  authorize(ctx, "team.manage");
  const { db } = ctx;
  const stored = await teamAccount(ctx, { id: input.id });
  if (input.version !== undefined && input.version !== stored.version) throw staleRecord();
  const own = stored.id === actorId(ctx);
  const { firstName, lastName, privileges, password } = input;
  if (own && privileges !== stored.privileges) throw new Conflict(OWN_PRIVILEGE, "privileges");
  if (own && password) throw new Invalid(OWN_PASSWORD, "password");
  const values = { firstName, lastName, privileges };
  const awayDay = input.awayDay ?? stored.awayDay;
  const awayUntil = awayUntilOf(awayDay, agencyZone(ctx));
  const changes = (["firstName", "lastName", "privileges"] as const).flatMap((field): HistoryChange[] =>
    stored[field] === values[field] ? [] : [{ field, before: stored[field], after: values[field] }],
  );
  if (awayDay !== stored.awayDay)
    changes.push({ field: "awayUntil", before: stored.awayDay || null, after: awayDay || null });
  const lowers = stored.privileges === "SuperAdmin" && privileges !== "SuperAdmin";
  await atomicBatch(db, [
    db
      .update(users)
      .set({
        ...values,
        ...(awayDay === stored.awayDay ? {} : { awayUntil }),
        firstNameFolded: foldText(firstName),
        lastNameFolded: foldText(lastName),
        ...(password ? { passwordHash: await hashNewPassword(ctx, password) } : {}),
        version: sql`${users.version} + 1`,
      })
      .where(
        and(
          eq(users.id, stored.id),
          eq(users.role, "ADMIN"),
          eq(users.version, stored.version),
          isNull(users.deletedAt),
          lowers ? mayBeLowered(ctx, stored.id) : undefined,
        ),
      ),
    assertRowsChanged(db),
    historyStatement(ctx, { entity: "user", entityId: stored.id, action: "Team account updated", changes }),
    ...(privileges === stored.privileges
      ? []
      : [
          securityEventStatement(ctx, {
            kind: "roleChanged",
            userId: stored.id,
            detail: `From ${stored.privileges ?? "none"} to ${privileges}`,
          }),
        ]),
    ...(password
      ? [
          ...revokeSignInMethods(ctx, stored.id),
          endSessionsOf(ctx, stored.id, "password changed"),
          securityEventStatement(ctx, { kind: "passwordChanged", userId: stored.id, detail: "By a super admin" }),
          historyStatement(ctx, { entity: "user", entityId: stored.id, action: "Password changed", changes: [] }),
          ...securityMailStatements(ctx, stored, PASSWORD_CHANGED),
        ]
      : []),
  ]).catch(async (error) => {
    throw error instanceof PreconditionFailed ? await refusalOf(ctx, stored.id, staleRecord()) : error;
  });
  if (password) {
    closeSockets(ctx, stored.id);
    ctx.after(() => ctx.publish.outboxWaiting());
  }
  return {
    ...stored,
    ...values,
    awayDay,
    away: awayUntil !== null && awayUntil > ctx.now,
    version: stored.version + 1,
  };
}
