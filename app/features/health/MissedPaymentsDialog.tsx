import type { MissedPayments } from "~/domain/billing/missedPayments";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface MissedPaymentsDialogProps {
  decision: "charge" | "leave";
  missed: MissedPayments;
  errors?: string[];
}

/** Asks before missed payments are charged, or are never charged. */
export function MissedPaymentsDialog({ decision, missed, errors }: MissedPaymentsDialogProps) {
  const zone = useZone();
  const { clientName, serviceName, dueAts, amount } = missed;
  const payments = dueAts.length === 1 ? "1 payment" : `${dueAts.length} payments`;
  const isCharge = decision === "charge";
  return (
    <RouteDialog
      title={isCharge ? "Charge missed payments" : "Do not charge missed payments"}
      closeHref={paths.health()}
      tone={isCharge ? "danger" : undefined}
    >
      <FormErrors errors={errors} />
      <ConfirmForm
        text={
          isCharge
            ? `Charge ${clientName} ${formatCents(amount)} for ${payments} of ${serviceName}?`
            : `Do not charge ${clientName} ${formatCents(amount)} for ${payments} of ${serviceName}?`
        }
        consequences={[
          `They fell due on ${dueAts.map((at) => formatLongDate(at, zone)).join(", ")}.`,
          ...(isCharge
            ? [
                "Each payment is charged on its own and creates an order. A declined card stops the rest.",
                "The date of the next payment stays.",
              ]
            : [`${clientName} is never charged for these dates.`]),
        ]}
        cancelHref={paths.health()}
        verb={isCharge ? `Charge ${formatCents(amount)}` : "Do not charge"}
        pendingText={isCharge ? "Charging" : "Saving"}
        tone={isCharge ? "danger" : "neutral"}
      />
    </RouteDialog>
  );
}
