import type { DeletionState } from "~/domain/personalData/findDeletion";

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What a deletion does, as the person reads it before. */
export function ownConsequences({ subscriptions, openOrders, affiliate }: DeletionState): string[] {
  return [
    "You have 14 days to undo it. Until then your account works as before.",
    "Then we delete your profile, messages, project details, files, saved cards and notifications for good.",
    ...(subscriptions > 0
      ? [
          `${counted(subscriptions, "subscription ends", "subscriptions end")} on that day. Renewals that are due earlier are still charged. To avoid them, ask us to cancel first.`,
        ]
      : []),
    ...(openOrders > 0
      ? [
          `You have ${counted(openOrders, "open order", "open orders")}. We deliver or refund what we can in the 14 days. Afterwards you cannot follow them.`,
        ]
      : []),
    "Orders that you have not paid by then are canceled.",
    ...(affiliate ? ["Ask for your payout first, because we delete your bank details."] : []),
    "You can sign up again later with the same email address. It will be a new account.",
  ];
}

/** The same for staff. */
export function clientConsequences({ subscriptions, openOrders, affiliate }: DeletionState): string[] {
  return [
    "The client gets an email and has 14 days to undo it. Until then the account works as before.",
    "Then their profile, messages, project details, files, saved cards and notifications are deleted for good.",
    ...(subscriptions > 0 ? [`${counted(subscriptions, "subscription ends", "subscriptions end")} on that day.`] : []),
    ...(openOrders > 0
      ? [
          `${counted(openOrders, "paid order is", "paid orders are")} not completed. Complete or refund them within 14 days, because their project details are deleted too.`,
        ]
      : []),
    "Unpaid orders are canceled.",
    ...(affiliate ? ["Pay out their commissions first, because their bank details are deleted."] : []),
    "All finished exports of the team are deleted as well, because they can name the client.",
  ];
}

const DAY_MS = 24 * 60 * 60_000;

/** 'in 14 days', 'tomorrow', 'today'. */
export function daysUntil(dueAt: number, now: number): string {
  const days = Math.max(0, Math.ceil((dueAt - now) / DAY_MS));
  if (days === 0) return "today";
  return days === 1 ? "in 1 day" : `in ${days} days`;
}
