import { fullName } from "~/format/names";
import { atomicBatch, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { attributions, users } from "~db/schema";
import { authorize } from "../access";
import { passwordResetMailStatements } from "../accounts/passwordResetMailStatements";
import { USER_EXISTS } from "../accounts/signUp";
import { type Context, userOf } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import type { NewClientInput } from "./clientInputs";
import { storedClient } from "./storedClient";

/**
 * Creates a client as a LEAD without a password, and mails a link to choose one (POST /user/create; rules.md
 * clients/statuses, clients/invitation). Throws Conflict 'User Already exists' for a known address.
 */
export async function createClient(ctx: Context, input: NewClientInput): Promise<string> {
  authorize(ctx, "clients.edit");
  const id = newId(ctx.now);
  const author = userOf(ctx.actor);
  try {
    await atomicBatch(ctx.db, [
      ctx.db.insert(users).values({
        id,
        email: input.email,
        emailFolded: foldText(input.email),
        firstName: input.firstName,
        lastName: input.lastName,
        firstNameFolded: foldText(input.firstName),
        lastNameFolded: foldText(input.lastName),
        role: "CUSTOMER",
        createdAt: ctx.now,
      }),
      // Clients created by staff have no referrer (rules.md affiliates/attribution).
      ctx.db.insert(attributions).values({ userId: id, reason: "madeByStaff", decidedAt: ctx.now }),
      historyStatement(ctx, {
        entity: "user",
        entityId: id,
        action: "Client created",
        changes: [{ field: "email", before: null, after: input.email }],
      }),
      ...passwordResetMailStatements(ctx, id, "invitation"),
      ...notifyStatements(ctx, {
        recipients: "staff",
        description: `${nameInNotifications(input)} was invited${author ? ` by ${fullName(author)}` : ""}`,
        kind: "newClient",
        type: "USER",
        typeSystemId: id,
        dedupeKey: `invited:${id}`,
      }),
    ]);
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict(USER_EXISTS, "email");
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return id;
}

const PASSWORD_IS_SET = "This client has already set a password";

/**
 * Mails a new invitation, which replaces the older link. Throws NotFound, and Conflict when the client already has a
 * password.
 */
export async function resendInvitation(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "clients.edit");
  const client = await storedClient(ctx, { id });
  if (client.passwordSet) throw new Conflict(PASSWORD_IS_SET);
  await atomicBatch(ctx.db, [
    ...passwordResetMailStatements(ctx, client.id, "invitation"),
    historyStatement(ctx, { entity: "user", entityId: client.id, action: "Invitation sent again", changes: [] }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}
