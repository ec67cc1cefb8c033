import type { Payments } from "~/domain/ports/payments";
import type { PaymentMode } from "../paymentMode.server";
import { ask } from "../stripeErrors.server";
import { expectKind } from "../stripeStates.server";
import type { ClientOf } from "./client.server";

export const accountCalls = (client: ClientOf, mode: () => PaymentMode): Pick<Payments, "accountOf"> => ({
  accountOf: (account) =>
    ask(async () => {
      const { id, settings, business_profile, charges_enabled, capabilities } = expectKind(
        await client(account).accounts.retrieveCurrent(),
        "account",
      );
      const cards = capabilities?.card_payments;
      return {
        id,
        name: settings?.dashboard.display_name ?? business_profile?.name ?? null,
        live: /^[a-z]+_live_/.test(mode().keys[account].secretKey),
        chargesEnabled: charges_enabled,
        cardPayments: (["active", "pending"] as const).find((state) => state === cards) ?? "inactive",
        statement: settings?.payments.statement_descriptor || null,
        statementPrefix: settings?.card_payments?.statement_descriptor_prefix || null,
      };
    }),
});
