import { z } from "zod";
import { SILENCE } from "../catalogue/trackingInput";
import { dateProblem, readDay } from "../days";
import { FIRST_CART_MAIL_HOURS, SECOND_CART_MAIL_HOURS } from "../settings";
import { requiredLine } from "../textFields";

export const weekdays = ["0", "1", "2", "3", "4", "5", "6"] as const;
const ONE_DAY = "Choose at least one day";
export const MAX_HOLIDAYS = 60;
const NUMBER = "Enter a whole number up to 999,999,999";

/** Orders that are not paid are closed after 24 hours. */
const LAST_CART_MAIL = 23;
const CART_HOURS = `Enter whole hours from 1 to ${LAST_CART_MAIL}`;
const cartHours = z.number({ error: CART_HOURS }).int(CART_HOURS).min(1, CART_HOURS).max(LAST_CART_MAIL, CART_HOURS);

/** The form of the page Orders. */
export const OrderSettingsInput = z
  .object({
    version: z.number().int().min(0),
    workingDays: z
      .array(z.enum(weekdays, { error: ONE_DAY }), { error: ONE_DAY })
      .min(1, ONE_DAY)
      .transform((days) => weekdays.filter((day) => days.includes(day)).map(Number)),
    holidays: z
      .array(
        z.object({
          day: z.string({ error: "Choose a date" }).refine((text) => readDay(text) !== null, {
            error: ({ input }) => dateProblem(input, "Choose a date"),
          }),
          name: requiredLine("Enter what the day is", 60),
        }),
      )
      .max(MAX_HOLIDAYS, `At most ${MAX_HOLIDAYS} holidays`)
      .default([]),
    silentApprovalHours: z
      .number({ error: SILENCE })
      .int(SILENCE)
      .refine((hours) => hours === 0 || (hours >= 24 && hours <= 336), SILENCE),
    /** Posted with the fields of the mails, so that a form without them leaves them as they are. */
    cartMailsShown: z.boolean().default(false),
    cartMails: z.boolean().default(false),
    firstCartMailHours: cartHours.default(FIRST_CART_MAIL_HOURS),
    secondCartMailHours: cartHours.default(SECOND_CART_MAIL_HOURS),
    /** Absent: the numbers go on. */
    nextOrderNumber: z.number({ error: NUMBER }).int(NUMBER).min(1, NUMBER).max(999_999_999, NUMBER).optional(),
  })
  .refine(({ firstCartMailHours, secondCartMailHours }) => secondCartMailHours > firstCartMailHours, {
    error: "The second email comes after the first one",
    path: ["secondCartMailHours"],
  })
  .transform(({ cartMailsShown, cartMails, firstCartMailHours, secondCartMailHours, ...page }) => ({
    ...page,
    ...(cartMailsShown ? { cartMails, firstCartMailHours, secondCartMailHours } : {}),
  }));
export type OrderSettingsInput = z.output<typeof OrderSettingsInput>;
