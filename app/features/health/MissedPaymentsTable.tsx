import type { MissedPayments } from "~/domain/billing/missedPayments";
import { useZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { HealthTable } from "./HealthTable";

/** Payments that fell due while billing did not run, with the decision on them. */
export function MissedPaymentsTable({ missed }: { missed: readonly MissedPayments[] }) {
  const zone = useZone();
  return (
    <HealthTable
      title="Missed payments"
      note="Billing did not run when these payments fell due. Only the last one of each subscription was charged. Decide whether to charge the others."
      columns={[
        { key: "client", label: "Client" },
        { key: "service", label: "Service" },
        { key: "dates", label: "Fell due" },
        { key: "amount", label: "Amount", align: "right" },
      ]}
      rows={missed.map(({ subscriptionId, clientName, serviceName, dueAts, amount }) => ({
        key: subscriptionId,
        cells: {
          client: clientName,
          service: serviceName,
          dates: dueAts.map((at) => formatDay(at, zone)).join(", "),
          amount: formatCents(amount),
        },
        actions: (
          <>
            <LinkButton to={paths.missedCharge(subscriptionId)} size={1}>
              Charge {formatCents(amount)}
              <span className="visually-hidden"> to {clientName}</span>
            </LinkButton>{" "}
            <LinkButton to={paths.missedLeave(subscriptionId)} size={1}>
              Do not charge<span className="visually-hidden"> {clientName}</span>
            </LinkButton>
          </>
        ),
      }))}
    />
  );
}
