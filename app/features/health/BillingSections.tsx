import type { MissedPayments } from "~/domain/billing/missedPayments";
import type { BillingHealth, JobHealth, RenewalHealth } from "~/domain/jobs/findBillingHealth";
import { jobLabels } from "~/domain/jobs/jobLabels";
import type { UnmatchedPayment } from "~/domain/recovery/findUnmatchedPayments";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { zoneWords } from "~/format/zones";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import { HealthTable } from "./HealthTable";
import { MissedPaymentsTable } from "./MissedPaymentsTable";

interface BillingSectionsProps {
  billing: BillingHealth;
  /** Null for staff who cannot refund them. */
  unmatched: readonly UnmatchedPayment[] | null;
  missed: readonly MissedPayments[];
  clientLinks: boolean;
}

/** The renewals and payments that need staff, and the last runs of all jobs. */
export function BillingSections({ billing, unmatched, missed, clientLinks }: BillingSectionsProps) {
  const zone = useZone();
  const { jobs, due, stuck, failed, refused, failedEvents, numbersRaised, declineLimits } = billing;
  return (
    <>
      {numbersRaised ? (
        <Alert tone="info" title="Order and invoice numbers continue after a gap">
          On {formatDateTime(numbersRaised.at, zone)} ({zoneWords(zone)}) the card provider knew payments that this
          database did not: it was restored from an older copy. The next order is {numbersRaised.nextOrder}, so that no
          number is given twice.
        </Alert>
      ) : null}
      {unmatched ? <UnmatchedPayments payments={unmatched} /> : null}
      <MissedPaymentsTable missed={missed} />
      <HealthTable
        title="Clients with too many declined payments"
        note="Ten payments were declined within an hour, so we closed the rest. Someone may be testing stolen cards. If you know the client, help them pay; they can try again an hour later."
        columns={[
          { key: "client", label: "Client" },
          { key: "address", label: "Address", literal: true },
          { key: "at", label: "Since", nowrap: true },
        ]}
        rows={declineLimits.map((one) => ({
          key: one.id,
          href: clientLinks ? paths.client(one.clientId) : undefined,
          cells: { client: one.clientName, address: one.address ?? "N/A", at: formatDateTime(one.at, zone) },
        }))}
      />
      <Renewals
        title="Stuck renewals"
        none={
          due === 0 ? "None. No renewal is due." : `None. ${renewals(due)} due, and none of them waits for an hour.`
        }
        note={`${renewals(due)} due. These have made no progress for an hour.`}
        rows={stuck}
        clientLinks={clientLinks}
      />
      <Renewals
        title="Renewals no longer retried"
        none="None. No subscription is Past Due."
        note="Waiting for the client to add a new card. These are not retried automatically."
        rows={failed}
        clientLinks={clientLinks}
      />
      <HealthTable
        title="Payments that were not applied"
        note="Money may have moved. Check each payment in the card provider's dashboard."
        columns={[
          { key: "payment", label: "Payment" },
          { key: "reason", label: "Reason" },
          { key: "at", label: "Since" },
        ]}
        rows={refused.map((one) => ({
          key: one.payment + one.createdAt,
          cells: { payment: one.payment, reason: one.reason, at: formatDateTime(one.createdAt, zone) },
        }))}
      />
      <HealthTable
        title="Provider events that could not be processed"
        note="Each was tried for a day and is no longer retried. Look it up at the card provider, and correct its order or subscription by hand."
        columns={[
          { key: "event", label: "Event" },
          { key: "type", label: "Type" },
          { key: "error", label: "Error" },
          { key: "at", label: "Since", nowrap: true },
        ]}
        rows={failedEvents.map((one) => ({
          key: one.id,
          cells: {
            event: `${one.id} (${one.account})`,
            type: one.type,
            error: one.lastError,
            at: formatDateTime(one.firstFailedAt, zone),
          },
        }))}
      />
      <HealthTable
        title="Last runs"
        columns={[
          { key: "job", label: "Job" },
          { key: "state", label: "State" },
          { key: "at", label: "Last run" },
          { key: "done", label: "Done", align: "right", card: "hidden" },
          { key: "failed", label: "Failed", align: "right" },
        ]}
        rows={jobs.map((job) => ({
          key: job.job,
          cells: {
            job: jobLabels[job.job],
            state: <JobState job={job} />,
            at: formatDateTime(job.startedAt, zone),
            done: job.done,
            failed: job.failed,
          },
        }))}
      />
    </>
  );
}

const renewals = (n: number) => (n === 1 ? "1 renewal is" : `${n} renewals are`);

function JobState({ job }: { job: JobHealth }) {
  if (job.late) return <StatusDot tone="danger">{job.startedAt ? "Late" : "Never ran"}</StatusDot>;
  if (job.failed > 0) return <StatusDot tone="warning">Failed{job.lastError ? ` (${job.lastError})` : ""}</StatusDot>;
  if (!job.finishedAt) return <StatusDot tone="info">{job.startedAt ? "Running" : "Not yet"}</StatusDot>;
  return <StatusDot tone="success">On time</StatusDot>;
}

interface RenewalsProps {
  title: string;
  /** Shown instead of an empty table. */
  none: string;
  note?: string;
  rows: readonly RenewalHealth[];
  clientLinks: boolean;
}

function Renewals({ rows, clientLinks, ...section }: RenewalsProps) {
  const zone = useZone();
  return (
    <HealthTable
      {...section}
      columns={[
        { key: "client", label: "Client" },
        { key: "service", label: "Service", card: "hidden" },
        { key: "amount", label: "Amount", align: "right" },
        { key: "tries", label: "Tries", align: "right", card: "hidden" },
        { key: "since", label: "Since", nowrap: true },
        { key: "failure", label: "What the bank said" },
      ]}
      rows={rows.map((row) => ({
        key: row.subscriptionId,
        href: clientLinks
          ? paths.client(row.clientId)
          : paths.subscriptions() + listToSearch(new URLSearchParams(), { id: row.subscriptionId }),
        cells: {
          client: row.clientName,
          service: row.serviceName,
          amount: formatCents(row.amount),
          tries: row.tries,
          since: formatDateTime(row.since, zone),
          failure: row.lastFailure ?? "N/A",
        },
      }))}
    />
  );
}

const stateLabels: Record<UnmatchedPayment["state"], string> = {
  open: "Not refunded",
  refunding: "Refund on its way",
  refunded: "Refunded",
};

function UnmatchedPayments({ payments }: { payments: readonly UnmatchedPayment[] }) {
  const zone = useZone();
  return (
    <HealthTable
      title="Payments without an order"
      note="These clients paid, and their orders could not be rebuilt. Refund the payment, or create the order by hand and keep the money."
      columns={[
        { key: "client", label: "Client" },
        { key: "amount", label: "Amount", align: "right" },
        { key: "paid", label: "Paid", nowrap: true },
        { key: "payment", label: "Payment", card: "hidden" },
        { key: "reason", label: "Reason" },
        { key: "state", label: "State" },
      ]}
      rows={payments.map((one) => ({
        key: one.id,
        cells: {
          client: [one.clientName, one.clientEmail].filter(Boolean).join(", ") || "Unknown",
          amount: formatCents(one.amount),
          paid: formatDateTime(one.paidAt, zone),
          payment: `${one.paymentIntentId} (${one.account})`,
          reason: one.reason,
          state:
            one.state === "open" ? (
              <LinkButton to={paths.unmatchedRefund(one.id)} size={1}>
                Refund<span className="visually-hidden"> {formatCents(one.amount)}</span>
              </LinkButton>
            ) : (
              stateLabels[one.state]
            ),
        },
      }))}
    />
  );
}
