/** What the portal asks of Stripe's SDK. The server's build leaves the others out (scripts/stripeResources.ts). */
export const stripeResources = [
  "accounts",
  "balanceTransactions",
  "checkout",
  "customers",
  "disputes",
  "events",
  "files",
  "paymentIntents",
  "paymentMethods",
  "refunds",
  "setupIntents",
] as const;
