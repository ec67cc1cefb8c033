import { eq, inArray, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { payeeDetails } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { PayeeInput } from "./payeeInput";

/** Tied to the person, so that no sealed row works for another one. */
const purposeOf = (userId: string) => `payee:${userId}`;

/** The calling affiliate's payee details; null before they are given. */
export async function ownPayee(ctx: Context): Promise<PayeeInput | null> {
  authorize(ctx, "payouts.payee");
  return (await payeesOf(ctx, [actorId(ctx)])).get(actorId(ctx)) ?? null;
}

/**
 * Saves where the calling affiliate is paid (rules.md affiliates/payee). The history records that they changed, not
 * what they are.
 */
export async function savePayee(ctx: Context, input: PayeeInput): Promise<void> {
  authorize(ctx, "payouts.payee");
  const userId = actorId(ctx);
  const row = { sealed: await ctx.signer.seal(JSON.stringify(input), purposeOf(userId)), updatedAt: ctx.now };
  await atomicBatch(ctx.db, [
    ctx.db
      .insert(payeeDetails)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: payeeDetails.userId, set: row }),
    historyStatement(ctx, { entity: "user", entityId: userId, action: "Payee details changed", changes: [] }),
  ]);
}

/** The payee details of these affiliates by id, for callers that have authorized. Seals again what has an old key. */
export async function payeesOf(ctx: Context, userIds: readonly string[]): Promise<Map<string, PayeeInput>> {
  const rows = await ctx.db
    .select()
    .from(payeeDetails)
    .where(inArray(payeeDetails.userId, sql`(select value from json_each(${JSON.stringify(userIds)}))`));
  const payees = new Map<string, PayeeInput>();
  for (const { userId, sealed } of rows) {
    const opened = await ctx.signer.unseal(sealed, purposeOf(userId));
    if (!opened) continue;
    const payee = JSON.parse(opened.text) as PayeeInput;
    // Earlier releases kept the words of a copied line.
    payees.set(userId, {
      ...payee,
      account: payee.account.replace(
        /^IBAN(?=[A-Z]{2}\d{2})|^(?:ACCOUNT|ACCT|KONTO)(?:NUMBER|NUMMER|NO|NR)?(?=\d)/,
        "",
      ),
    });
    if (opened.stale)
      await ctx.db
        .update(payeeDetails)
        .set({ sealed: await ctx.signer.seal(opened.text, purposeOf(userId)) })
        .where(eq(payeeDetails.userId, userId));
  }
  return payees;
}
