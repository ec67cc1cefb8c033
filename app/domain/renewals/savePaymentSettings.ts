import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { PaymentsUnavailable } from "../ports/paymentFailures";
import { type PaymentAccount, paymentAccounts } from "../ports/payments";
import { saveSettings, settingsPage } from "../settings/saveSettings";
import { MAX_STATEMENT, wholeStatement } from "../settings/statementText";
import type { PaymentSettingsInput } from "./paymentSettingsInput";

const fieldOf = { regular: "statementRegular", custom: "statementCustom" } as const;
/** Without a prefix the provider shortens the account's own text to two characters at least. */
const SHORTEST_PREFIX = "XX";

/**
 * Saves the page Payments. A new text for card statements must fit after the account's prefix, so the provider is
 * asked for it. Throws Invalid at its field, also when the provider does not answer, and Conflict for a stale version.
 */
export async function savePaymentSettings(ctx: Context, input: PaymentSettingsInput): Promise<void> {
  authorize(ctx, "settings.manage");
  const { statementRegular, statementCustom, ...values } = input;
  const statementTexts = { regular: statementRegular, custom: statementCustom };
  const stored = (await settingsPage(ctx, "payments")).values.statementTexts;
  await Promise.all(
    paymentAccounts
      .filter((account) => statementTexts[account] && statementTexts[account] !== stored[account])
      .map((account) => assertFits(ctx, account, statementTexts[account])),
  );
  await saveSettings(ctx, "payments", { ...values, statementTexts });
}

async function assertFits(ctx: Context, account: PaymentAccount, text: string): Promise<void> {
  const prefix = await prefixOf(ctx, account);
  const length = wholeStatement(prefix, text).length;
  if (length > MAX_STATEMENT)
    throw new Invalid(
      `Shorten this by ${length - MAX_STATEMENT}: with the account's prefix it has ${length} characters, and ${MAX_STATEMENT} fit`,
      fieldOf[account],
    );
}

async function prefixOf(ctx: Context, account: PaymentAccount): Promise<string> {
  try {
    return (await ctx.payments.accountOf(account)).statementPrefix ?? SHORTEST_PREFIX;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new Invalid(
      "The card provider does not answer, so this text cannot be checked. Try again in a minute.",
      fieldOf[account],
    );
  }
}
