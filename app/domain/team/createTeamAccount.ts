import { and, eq, isNull } from "drizzle-orm";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { users } from "~db/schema";
import { authorize } from "../access";
import { hashNewPassword } from "../accounts/commonPasswords";
import { passwordResetMailStatements } from "../accounts/passwordResetMailStatements";
import { USER_EXISTS } from "../accounts/signUp";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import type { TeamAccount } from "./findTeam";
import type { NewTeamAccount } from "./teamInputs";

/**
 * Creates a team account (POST /admin/create). Without a password, mails an invitation to choose one (rules.md
 * team/invitation). Throws Conflict on `email` for a known address.
 */
export async function createTeamAccount(ctx: Context, input: NewTeamAccount): Promise<TeamAccount> {
  authorize(ctx, "team.manage");
  const { email, firstName, lastName, privileges, password } = input;
  const emailFolded = foldText(email);
  const existing = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
    .get();
  if (existing) throw new Conflict(USER_EXISTS, "email");
  const id = newId(ctx.now);
  await atomicBatch(ctx.db, [
    ctx.db.insert(users).values({
      id,
      email,
      emailFolded,
      passwordHash: password ? await hashNewPassword(ctx, password) : null,
      firstName,
      lastName,
      firstNameFolded: foldText(firstName),
      lastNameFolded: foldText(lastName),
      role: "ADMIN",
      privileges,
      firstLogin: false,
      // The super admin vouches for an address with a password; an invitation proves it.
      emailVerifiedAt: password ? ctx.now : null,
      createdAt: ctx.now,
    }),
    securityEventStatement(ctx, { kind: "roleChanged", userId: id, detail: `Added to the team as ${privileges}` }),
    historyStatement(ctx, {
      entity: "user",
      entityId: id,
      action: "Team account added",
      changes: [
        { field: "email", before: null, after: email },
        { field: "privileges", before: null, after: privileges },
      ],
    }),
    ...(password ? [] : passwordResetMailStatements(ctx, id, "invitation")),
  ]).catch((error) => {
    throw isUniqueViolation(error) ? new Conflict(USER_EXISTS, "email") : error;
  });
  if (!password) ctx.after(() => ctx.publish.outboxWaiting());
  const invited = !password;
  const here = { away: false, awayDay: "" };
  return { id, email, firstName, lastName, privileges, photoKey: null, twoFactor: false, invited, ...here, version: 1 };
}
