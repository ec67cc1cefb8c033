import type { OrderCreditReason } from "../affiliates/attributionReasons";

/** Why an order earned what it did, in the staff's and the affiliate's words (decisions A2, A5, A10). */
export const creditWords: Record<OrderCreditReason, string> = {
  perpetual: "Every paid order of this service earns a commission",
  firstTime: "It is the customer's first paid order of this service",
  notTheFirst: "No commission: only the customer's first paid order of this service earns one, and this is a later one",
  neitherChosen: "No commission: neither first time nor perpetual is agreed for this service",
  noSetting: "No commission: nothing is agreed with the affiliate for this service",
  notAnAffiliate: "No commission: the affiliate was not in the programme when the order was paid",
  nothingPaid: "No commission: nothing was paid for this order",
};
