import type { Context } from "../context";
import type { Cents } from "../money";
import { isOfHostedPage } from "../orders/orderMetadata";
import type { IntentStatus, PaymentAccount, PaymentState } from "../ports/payments";

/** Tolerance for clock differences between the portal and the provider. */
const CLOCKS_DIFFER_MS = 60 * 60_000;

/** In order of preference: paid or in progress before still payable. Cancelled payments are not usable. */
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
  /** ms UTC. The payment cannot be older. */
  since: number;
  /** Cents. Must match unless the payment already succeeded or is processing. */
  amount: Cents;
  /** Metadata that the payment must carry. */
  metadata: Record<string, string>;
}

/**
 * Finds a payment at the provider that this database lacks after a restore or a lost response. Returns null when
 * there is none. Throws PaymentsUnavailable.
 */
export async function findForgottenPayment(ctx: Context, wanted: Wanted): Promise<PaymentState | null> {
  const { account, customerId, since, amount } = wanted;
  const payments = await ctx.payments.listPayments(account, { customerId, since: since - CLOCKS_DIFFER_MS });
  const candidates = payments.filter(
    (payment) =>
      usable.includes(payment.status) &&
      Object.entries(wanted.metadata).every(([key, value]) => payment.metadata[key] === value) &&
      // An open payment of a hosted page can be paid only on that page.
      (!isOpen(payment) || (payment.amount === amount && !isOfHostedPage(payment.metadata))),
  );
  const [best] = candidates.sort((a, b) => usable.indexOf(a.status) - usable.indexOf(b.status));
  return best ?? null;
}
