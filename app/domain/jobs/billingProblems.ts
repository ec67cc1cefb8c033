import { formatCents } from "~/format/money";
import type { BillingHealth } from "./findBillingHealth";

const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** What needs staff besides the failures of the health report. Renewals that wait for a new card do not. */
export function billingProblems(billing: BillingHealth): string[] {
  const { jobs, stuck, refused, unmatched, failedEvents, declineLimits, outboxGivenUp } = billing;
  const failing = jobs.filter((job) => !job.late && job.failed > 0).length;
  const problems: [count: number, text: string][] = [
    [failing, `${plural(failing, "job", "jobs")} had failures in the last run.`],
    [stuck.length, `${plural(stuck.length, "renewal is", "renewals are")} stuck.`],
    [refused.length, `${plural(refused.length, "payment was", "payments were")} not applied.`],
    [
      unmatched.payments,
      `${plural(unmatched.payments, "payment has", "payments have")} no order (${formatCents(unmatched.amount)}).`,
    ],
    [
      failedEvents.length,
      `${plural(failedEvents.length, "event", "events")} of the card provider could not be processed.`,
    ],
    [
      declineLimits.length,
      `${plural(declineLimits.length, "client", "clients")} reached the limit of declined payments.`,
    ],
    [outboxGivenUp, `${plural(outboxGivenUp, "email or notification was", "emails or notifications were")} not sent.`],
  ];
  return problems.flatMap(([count, text]) => (count > 0 ? [text] : []));
}
