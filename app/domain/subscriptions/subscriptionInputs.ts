import { z } from "zod";
import { text } from "../textFields";

export const SUBSCRIPTION_CANCELED = "Subscription canceled successfully";
export const UNKNOWN_OPERATION = "Unknown operation";

/** A customer requests to cancel a subscription, with a reason (rules.md subscriptions/own). */
export const AskToCancelInput = z.object({
  id: z.string().min(1).max(64),
  reason: z.string({ error: "Tell us why" }).trim().min(1, "Tell us why").max(2000, "Use fewer than 2000 characters"),
});
export type AskToCancelInput = z.infer<typeof AskToCancelInput>;

/** A customer cancels a subscription at the end of what is paid. They need no reason. */
export const CancelOwnSubscriptionInput = z.object({
  id: z.string().min(1).max(64),
  reason: text(2000, "Use fewer than 2000 characters").default(""),
});
export type CancelOwnSubscriptionInput = z.output<typeof CancelOwnSubscriptionInput>;

/** A customer takes back their cancellation or request. */
export const KeepOwnSubscriptionForm = z.object({ intent: z.literal("keep") });

/** Staff keep a subscription whose customer asked to cancel it. The customer reads the answer. */
export const KeepSubscriptionInput = z.object({
  id: z.string().min(1).max(64),
  reason: z
    .string({ error: "Write an answer" })
    .trim()
    .min(1, "Write an answer")
    .max(500, "Use fewer than 500 characters"),
});
export type KeepSubscriptionInput = z.infer<typeof KeepSubscriptionInput>;

/** Staff cancel a subscription. The reason is internal and kept in its history. */
export const CancelSubscriptionInput = z.object({
  id: z.string().min(1).max(64),
  reason: text(2000, "Use fewer than 2000 characters").default(""),
});
export type CancelSubscriptionInput = z.output<typeof CancelSubscriptionInput>;

/** Staff charge the next cycle now. `cycle` is the one shown (rules.md subscriptions/charge-now). */
export const ChargeNowInput = z.object({
  id: z.string().min(1).max(64),
  cycle: z.coerce.number().int().min(2).max(1_000_000).optional(),
});
