import { moneyFields, timeFields } from "~/domain/orders/historyFields";
import type { OrderHistoryEntry } from "~/domain/orders/orderHistory";
import {
  type OrderStatus,
  orderStatuses,
  orderStatusLabel,
  type PayState,
  payStateLabels,
} from "~/domain/orders/orderStates";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";
import { type OrderPlace, orderHref } from "./orderHref";

type Change = OrderHistoryEntry["changes"][number];

interface OrderHistoryProps {
  place: OrderPlace;
  entries: readonly OrderHistoryEntry[];
  /** Zero-based. */
  page: number;
  more: boolean;
}

/** The changes of an order: who, when, from and to. Newest first. */
export function OrderHistory({ place, entries, page, more }: OrderHistoryProps) {
  const at = (other: number) => `${orderHref(place)}${other > 0 ? `&page=${other}` : ""}`;
  return (
    <Card title="History">
      {entries.length === 0 ? (
        <EmptyState
          title="No changes here"
          text="Every change to the order appears here, with before and after."
          action={<LinkButton to={at(0)}>Newest changes</LinkButton>}
        />
      ) : (
        <ol className="order-history">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {page > 0 || more ? (
        <nav className="row" aria-label="History pages">
          {page > 0 ? <LinkButton to={at(page - 1)}>Newer changes</LinkButton> : null}
          {more ? <LinkButton to={at(page + 1)}>Older changes</LinkButton> : null}
        </nav>
      ) : null}
    </Card>
  );
}

function Entry({ entry }: { entry: OrderHistoryEntry }) {
  return (
    <li>
      <h3>{actionLabels[entry.action] ?? entry.action}</h3>
      <p className="small muted">
        {entry.realActorName ? `${entry.realActorName} as ${entry.modifiedByName}` : entry.modifiedByName},{" "}
        <time dateTime={new Date(entry.modifiedAt).toISOString()}>{formatDateTime(entry.modifiedAt)}</time>
      </p>
      {entry.changes.length > 0 ? (
        <table>
          <caption className="visually-hidden">What changed</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {entry.changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an entry are immutable.
              <tr key={index}>
                <th scope="row">{fieldLabels[change.field] ?? change.field}</th>
                <td className="order-history-before">{valueLabel(change.field, change.before)}</td>
                <td className="order-history-after">{valueLabel(change.field, change.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </li>
  );
}

/** Labels of actions stored as a key. Other actions are stored as text. */
const actionLabels: Record<string, string> = {
  created: "Order placed",
  paid: "Paid",
  paymentFailed: "Payment failed",
  paymentRefused: "Payment not accepted",
  closedUnpaid: "Closed unpaid",
  projectDetails: "Project details saved",
};

const fieldLabels: Record<string, string> = {
  number: "Order number",
  status: "Status",
  subStatuses: "Steps done",
  assignedTo: "Assigned",
  notes: "Notes",
  startedDate: "Started",
  completedDate: "Completed",
  client: "Client",
  comment: "Reason for cancelling",
  reason: "Reason",
  subscription: "Subscription",
  payState: "Payment",
  payment: "Payment",
  transactionId: "Transaction id",
  decline: "Declined as",
  received: "Received",
  total: "Total amount",
  refunded: "Refunded in all",
  refundAmount: "Refund",
  disputeAmount: "Disputed",
  disputeState: "Dispute",
  disputed: "Withdrawn by disputes",
  evidenceDue: "Evidence until",
  projectDetails: "Project entries",
  uploadKey: "Project file",
  report: "Report",
  approvedDate: "Approved",
  changeRequests: "Changes asked for",
  importedMessages: "Imported messages",
  cycle: "Cycle",
};

function valueLabel(field: string, value: Change["before"]) {
  if (value === null || value === "") return <span className="muted">N/A</span>;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") {
    if (moneyFields.has(field)) return formatCents(value);
    return timeFields.has(field) ? formatDateTime(value) : String(value);
  }
  if (field === "uploadKey") return <a href={paths.file(value)}>File</a>;
  const isStatus = (orderStatuses as readonly string[]).includes(value);
  if (field === "status" && isStatus) return orderStatusLabel(value as OrderStatus);
  if (field === "payState") return payStateLabels[value as PayState] ?? value;
  return field === "subscription" ? value.replaceAll("_", " ") : value;
}
