import type { ServiceDeletion } from "~/domain/catalogue/serviceDeletion";
import { countedText } from "~/domain/catalogue/serviceTexts";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import type { FormAnswer } from "~/ui/form/formAnswer";

interface DeleteServiceDialogProps {
  service: ServiceDeletion;
  /** The list behind the dialog. */
  back: string;
  posted: FormAnswer | undefined;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Asks before deleting a service and states the consequences in figures (rules.md catalogue/hidden). */
export function DeleteServiceDialog({ service, back, posted }: DeleteServiceDialogProps) {
  const { orders, subscriptions } = service;
  return (
    <DeleteDialog
      noun="service"
      text={`Are you sure you want to delete this service: ${service.name}?`}
      consequences={[
        "Customers can no longer see or order it, even with its checkout URL.",
        ...(orders > 0
          ? [
              `${capitalized(countedText(orders))} ${orders === 1 ? "order stays" : "orders stay"} available, with everything that was bought.`,
            ]
          : ["Its packages, intake form and files are deleted too."]),
        ...(subscriptions > 0
          ? [
              `${capitalized(countedText(subscriptions))} ${subscriptions === 1 ? "subscription continues" : "subscriptions continue"} to be charged.`,
            ]
          : []),
      ]}
      back={back}
      posted={posted}
    />
  );
}
