import type { PaymentAccountCheck } from "~/domain/payments/paymentAccountChecks";
import { AccountLines } from "~/features/settings/AccountLines";
import { accountLabels } from "~/features/settings/accountLabels";

/** What the card provider says of both accounts. */
export const CardAccountsSection = ({ accounts }: { accounts: readonly PaymentAccountCheck[] }) =>
  accounts.map(({ account, lines }) => (
    <section key={account} className="stack" aria-labelledby={`account-${account}`}>
      <h2 id={`account-${account}`}>{accountLabels[account]}</h2>
      <AccountLines lines={lines} />
    </section>
  ));
