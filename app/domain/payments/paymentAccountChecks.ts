import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { webhookEvents } from "~db/schema";
import { authorize } from "../access";
import { type Context, readerZone } from "../context";
import { DAY_MS } from "../days";
import { KeyRefused, PaymentsMisconfigured, PaymentsUnavailable } from "../ports/paymentFailures";
import { type PaymentAccount, paymentAccounts } from "../ports/payments";
import { statementTextOf } from "../settings/statementText";
import { type AccountAnswer, type AccountLine, accountLines } from "./accountLines";

export interface PaymentAccountCheck {
  account: PaymentAccount;
  lines: AccountLine[];
}

/** The pages that show the accounts wait no longer for a silent provider. */
const PATIENCE_MS = 3_000;

/**
 * What the provider says of both card accounts, and what their webhooks brought. A provider that does not answer is a
 * line of the answer and no failure. Never asked while someone pays (rules.md payments/account-check).
 */
export async function paymentAccountChecks(ctx: Context): Promise<PaymentAccountCheck[]> {
  authorize(ctx, "settings.manage");
  const read = await Promise.all(
    paymentAccounts.map(async (account) => ({
      account,
      answer: await askWithin(ctx, account),
      ...publishableKeyOf(ctx, account),
      ...(await webhooksOf(ctx, account)),
    })),
  );
  const ids = read.map(({ answer }) => (answer.kind === "read" ? answer.account.id : null));
  return read.map((one, index) => ({
    account: one.account,
    lines: accountLines({
      ...one,
      statementText: statementTextOf(ctx, one.account),
      shared: ids[index] !== null && ids.filter((id) => id === ids[index]).length > 1,
      now: ctx.now,
      zone: readerZone(ctx),
    }),
  }));
}

async function askWithin(ctx: Context, account: PaymentAccount): Promise<AccountAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<AccountAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "silent" }), PATIENCE_MS);
  });
  try {
    return await Promise.race([ask(ctx, account), silence]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(ctx: Context, account: PaymentAccount): Promise<AccountAnswer> {
  try {
    return { kind: "read", account: await ctx.payments.accountOf(account) };
  } catch (error) {
    if (error instanceof PaymentsMisconfigured) return { kind: "misconfigured", message: error.message };
    if (error instanceof KeyRefused) return { kind: "key refused" };
    return { kind: error instanceof PaymentsUnavailable ? "silent" : "unreadable" };
  }
}

/** Null when the deployment's values must not be used. */
function publishableKeyOf(ctx: Context, account: PaymentAccount) {
  try {
    return { publishableKey: ctx.payments.publishableKey(account), sandbox: ctx.payments.sandbox };
  } catch (error) {
    if (error instanceof PaymentsMisconfigured) return { publishableKey: null, sandbox: false };
    throw error;
  }
}

/** The newest event that a webhook brought, and the oldest that had to be looked up since, ms UTC: it may be late. */
async function webhooksOf({ db, now }: Context, account: PaymentAccount) {
  const heard = sql`select max(received_at) from webhook_events where account = ${account} and missed_at is null`;
  const [[lastEvent], [lookedUp]] = await db.batch([
    db
      .select({ type: webhookEvents.type, receivedAt: webhookEvents.receivedAt })
      .from(webhookEvents)
      .where(and(eq(webhookEvents.account, account), isNull(webhookEvents.missedAt)))
      .orderBy(desc(webhookEvents.receivedAt))
      .limit(1),
    db
      .select({ at: sql<number | null>`min(missed_at)`.as("at") })
      .from(webhookEvents)
      .where(and(eq(webhookEvents.account, account), sql`${webhookEvents.missedAt} > coalesce((${heard}), 0)`)),
  ]);
  const missedAt = lookedUp?.at ?? null;
  return {
    lastEvent: lastEvent ?? null,
    missedAt: missedAt !== null && missedAt <= now - DAY_MS ? missedAt : null,
  };
}
