import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { users } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { endSessionsOf } from "./endSession";
import { revokeSignInMethods } from "./revokeSignInMethods";

/**
 * For the batch of a sign-in or new password by a mailed link, before what it starts: the first one proves that the
 * person owns the address. Someone else may have registered it, so its password, sessions and tokens end (rules.md
 * accounts/address-proof). There is no second factor yet, and one of an earlier release stays. Empty when proven.
 */
export function proveAddressStatements(
  ctx: Context,
  { id, emailVerifiedAt }: { id: string; emailVerifiedAt: number | null },
): BatchStatement[] {
  if (emailVerifiedAt !== null) return [];
  return [
    ctx.db
      .update(users)
      .set({ emailVerifiedAt: ctx.now, passwordHash: null, version: sql`${users.version} + 1` })
      .where(and(eq(users.id, id), isNull(users.emailVerifiedAt))),
    ...revokeSignInMethods(ctx, id),
    endSessionsOf(ctx, id, "address confirmed"),
    historyStatement(ctx, { entity: "user", entityId: id, action: "Email address confirmed", changes: [] }),
    securityEventStatement(ctx, { kind: "addressConfirmed", userId: id, detail: "Earlier sign-ins ended" }),
  ];
}
