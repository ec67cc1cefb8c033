import type { PaymentAccount } from "~/domain/ports/payments";

export const accountLabels: Record<PaymentAccount, string> = {
  regular: "Regular account",
  custom: "Custom account",
};
