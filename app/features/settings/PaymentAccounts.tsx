import type { PaymentAccountCheck } from "~/domain/payments/paymentAccountChecks";
import { Card } from "~/ui/card/Card";
import { AccountLines } from "./AccountLines";
import { accountLabels } from "./accountLabels";

/** Both card accounts. Their keys are secrets of the deployment, so they are shown and not edited. */
export const PaymentAccounts = ({ accounts }: { accounts: readonly PaymentAccountCheck[] }) =>
  accounts.map(({ account, lines }) => (
    <Card key={account} title={accountLabels[account]}>
      <AccountLines lines={lines} />
    </Card>
  ));
