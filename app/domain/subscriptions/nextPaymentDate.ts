import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addDays, addMonths, addWeeks, getDaysInMonth, setDate } from "date-fns";
import type { Frequency } from "../catalogue/serviceTypes";

/** How often a subscription renews. */
export interface Recurrence {
  orderDuration: number;
  frequency: Frequency;
}

/** The day of the month (UTC) that monthly renewals return to. */
export const anchorDayOf = (ms: number) => new UTCDateMini(ms).getDate();

/**
 * The payment after the one at `from` (ms UTC), at the same time of day. Months keep the anchor day, or their last
 * day when shorter: 31 Jan, 28 Feb, 31 Mar (rules.md subscriptions/anchor).
 */
export function nextPaymentDate(from: number, anchorDay: number, { orderDuration, frequency }: Recurrence): number {
  const date = new UTCDateMini(from);
  switch (frequency) {
    case "DAY":
      return addDays(date, orderDuration).getTime();
    case "WEEK":
      return addWeeks(date, orderDuration).getTime();
    case "MONTH": {
      const month = addMonths(date, orderDuration);
      return setDate(month, Math.min(anchorDay, getDaysInMonth(month))).getTime();
    }
  }
}
