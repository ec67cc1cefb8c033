import { type Context, isStaff } from "../context";
import type { Service } from "./catalogueEntities";

/** Working days until the delivery, which are internal unless clients see when it is due (rules.md orders/due). */
export const readableTurnaround = (
  { actor }: Pick<Context, "actor">,
  { showExpectedDate, turnaroundDays }: Pick<Service, "showExpectedDate" | "turnaroundDays">,
) => (isStaff(actor) || showExpectedDate ? turnaroundDays : null);
