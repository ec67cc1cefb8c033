import { eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { settings, users } from "~db/schema";
import { authorize } from "../access";
import { passwordResetMailStatements } from "../accounts/passwordResetMailStatements";
import { USER_EXISTS } from "../accounts/signUp";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { type FirstAdminInput, WRONG_SET_UP_TOKEN } from "./firstAdminInput";
import { hasNoSuperAdmin, SETUP_TOKEN, setUpState } from "./setUpToken";

const SET_UP = "This portal has a super admin already. Please sign in.";

/**
 * Creates the super admin of a portal that has none, and mails a link to choose a password (rules.md settings/set-up).
 * Uses up the token. Throws Invalid for a wrong one, and Conflict when another post was first or the address is known.
 */
export async function createFirstAdmin(ctx: Context, input: FirstAdminInput): Promise<void> {
  authorize(ctx, "setup.begin");
  const state = await setUpState(ctx, input.token);
  if (state === "done") throw new Conflict(SET_UP);
  if (state === "wrong-token") throw new Invalid(WRONG_SET_UP_TOKEN);
  const { db, now } = ctx;
  const { email, firstName, lastName } = input;
  const id = newId(now);
  await atomicBatch(db, [
    insertFrom(
      db,
      users,
      {
        id,
        email,
        emailFolded: foldText(email),
        firstName,
        lastName,
        firstNameFolded: foldText(firstName),
        lastNameFolded: foldText(lastName),
        role: "ADMIN",
        privileges: "SuperAdmin",
        firstLogin: false,
        createdAt: now,
      },
      sql`where ${hasNoSuperAdmin}`,
    ),
    assertRowsChanged(db),
    db.delete(settings).where(eq(settings.key, SETUP_TOKEN)),
    securityEventStatement(ctx, { kind: "roleChanged", userId: id, detail: "Set up the portal as SuperAdmin" }),
    historyStatement(ctx, {
      entity: "user",
      entityId: id,
      action: "Portal set up",
      changes: [
        { field: "email", before: null, after: email },
        { field: "privileges", before: null, after: "SuperAdmin" },
      ],
    }),
    ...passwordResetMailStatements(ctx, id, "invitation"),
  ]).catch((error) => {
    if (error instanceof PreconditionFailed) throw new Conflict(SET_UP);
    throw isUniqueViolation(error) ? new Conflict(USER_EXISTS, "email") : error;
  });
  ctx.after(() => ctx.publish.outboxWaiting());
}
