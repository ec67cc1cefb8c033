import type { PaymentAccount } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { IntentStatus, PaymentState } from "../ports";
import { isOfHostedPage } from "./orderMetadata";

/** The portal's clock and the provider's may differ. */
const CLOCKS_DIFFER_MS = 60 * 60_000;

/** What was paid or is under way comes before what can still be paid; a cancelled payment is none. */
const usable: readonly IntentStatus[] = [
  "succeeded",
  "processing",
  "requires_capture",
  "requires_action",
  "requires_confirmation",
  "requires_payment_method",
];
const isOpen = ({ status }: PaymentState) => usable.indexOf(status) >= usable.indexOf("requires_action");

interface Wanted {
  account: PaymentAccount;
  customerId: string;
  /** ms UTC: the payment cannot have been opened before. */
  since: number;
  /** Cents; what was already paid counts with its own amount. */
  amount: Cents;
  /** The metadata that name what is paid for. */
  metadata: Record<string, string>;
}

/**
 * The provider's payment of something that has none in this database: one that was made after the copy from which the
 * database was restored, or whose answer was lost. Null when there is none. Throws PaymentsUnavailable.
 */
export async function findForgottenPayment(ctx: Context, wanted: Wanted): Promise<PaymentState | null> {
  const { account, customerId, since, amount } = wanted;
  const payments = await ctx.payments.listPayments(account, { customerId, since: since - CLOCKS_DIFFER_MS });
  const candidates = payments.filter(
    (payment) =>
      usable.includes(payment.status) &&
      Object.entries(wanted.metadata).every(([key, value]) => payment.metadata[key] === value) &&
      // Nobody but the page that opened it can still pay the payment of a hosted page.
      (!isOpen(payment) || (payment.amount === amount && !isOfHostedPage(payment.metadata))),
  );
  const [best] = candidates.sort((a, b) => usable.indexOf(a.status) - usable.indexOf(b.status));
  return best ?? null;
}
