import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import { actorId, type Context } from "../context";
import { Invalid, staleRecord, Unauthenticated } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { replaceUploads, usableUploads } from "../uploads/usableUploads";
import { PASSWORD_CHANGED, type ProfileInput } from "./accountInputs";
import { checkOwnPassword } from "./checkOwnPassword";
import { closeSockets } from "./closeSockets";
import { hashNewPassword } from "./commonPasswords";
import { countryNames } from "./countries";
import { endSessionsOf } from "./endSession";
import { revokeSignInMethods } from "./revokeSignInMethods";
import { securityMailStatements } from "./securityMailStatements";
import type { SessionProof } from "./sessionSecret";
import { startSession } from "./startSession";
import { type UserRecord, userRecord } from "./userRecord";

const recorded = [
  "firstName",
  "lastName",
  "address",
  "city",
  "country",
  "state",
  "zipCode",
  "phoneNo",
  "company",
  "taxId",
  "photoKey",
] as const;

/**
 * Changes the actor's own record (POST /user/update); a field that is left out stays. A new password needs the current
 * one, is refused during impersonation, ends every session and sign-in method, and returns the proof of a new session
 * (rules.md accounts/impersonation, accounts/own-password, sessions/end). Throws Invalid for a field, Forbidden,
 * Conflict for a stale version.
 */
export async function updateProfile(
  ctx: Context,
  input: Partial<ProfileInput>,
  kind: "page" | "api",
): Promise<{ user: UserRecord; proof?: SessionProof }> {
  authorize(ctx, "account.profile");
  if (input.password) authorize(ctx, "account.security");
  const { db } = ctx;
  const stored = await userRecord(ctx, actorId(ctx)).get();
  if (!stored) throw new Unauthenticated();
  if (input.version !== undefined && input.version !== stored.version) throw staleRecord();
  // A stored country stays valid even if the list no longer has it.
  if (input.country !== undefined && input.country !== stored.country && !countryNames.includes(input.country))
    throw new Invalid("Choose a country from the list", "country");
  const { id } = stored;
  const holder = `user:${id}`;
  const photoKey = input.photoKey === undefined ? stored.photoKey : input.photoKey || null;
  if (photoKey && photoKey !== stored.photoKey) {
    const [photo] = await usableUploads(ctx, [photoKey], { attachedTo: holder });
    if (photo?.kind !== "profilePhoto")
      throw new Invalid("This file is no longer available. Please upload it again.", "photoKey");
  }
  if (input.password) await checkOwnPassword(ctx, id, input.currentPassword ?? "", "currentPassword");

  const given = (field: Exclude<(typeof recorded)[number], "photoKey" | "firstName" | "lastName">) =>
    input[field] === undefined ? stored[field] : input[field];
  const firstName = input.firstName ?? stored.firstName;
  const lastName = input.lastName ?? stored.lastName;
  const values = {
    firstName,
    lastName,
    address: given("address"),
    city: given("city"),
    country: given("country"),
    state: given("state"),
    zipCode: given("zipCode"),
    phoneNo: given("phoneNo"),
    company: given("company") || null,
    taxId: given("taxId") || null,
    photoKey,
  };
  const changes = recorded.flatMap((field): HistoryChange[] =>
    (stored[field] ?? "") === (values[field] ?? "")
      ? []
      : [{ field, before: stored[field], after: values[field] ?? null }],
  );
  const session = input.password ? await startSession(ctx, { userId: id, kind }) : null;
  await atomicBatch(db, [
    db
      .update(users)
      .set({
        ...values,
        firstNameFolded: foldText(firstName),
        lastNameFolded: foldText(lastName),
        companyFolded: foldText(values.company ?? "") || null,
        ...(input.password ? { passwordHash: await hashNewPassword(ctx, input.password) } : {}),
        version: sql`${users.version} + 1`,
      })
      .where(and(eq(users.id, id), eq(users.version, stored.version), isNull(users.deletedAt))),
    assertRowsChanged(db),
    ...replaceUploads(ctx, photoKey ? [photoKey] : [], holder),
    historyStatement(ctx, { entity: "user", entityId: id, action: "Profile updated", changes }),
    ...(session
      ? [
          ...revokeSignInMethods(ctx, id),
          endSessionsOf(ctx, id, "password changed"),
          session.statement,
          securityEventStatement(ctx, { kind: "passwordChanged", detail: "On the profile" }),
          historyStatement(ctx, { entity: "user", entityId: id, action: "Password changed", changes: [] }),
          ...securityMailStatements(ctx, stored, PASSWORD_CHANGED),
        ]
      : []),
  ]).catch(conflictOnPreconditionFailed);
  if (session) {
    closeSockets(ctx, id);
    ctx.after(() => ctx.publish.outboxWaiting());
  }
  return { user: { ...stored, ...values, version: stored.version + 1 }, proof: session?.proof };
}
