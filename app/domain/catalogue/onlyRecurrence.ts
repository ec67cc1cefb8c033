import { recurrenceText, type ServicePaymentType } from "./serviceTypes";

/** How often a service that is sold as a subscription only is charged. */
export const onlyRecurrence = (service: {
  paymentTypes: readonly ServicePaymentType[];
  orderDuration: number;
  frequency: Parameters<typeof recurrenceText>[1];
}) =>
  service.paymentTypes.every((type) => type === "SUBSCRIPTION")
    ? recurrenceText(service.orderDuration, service.frequency)
    : null;
