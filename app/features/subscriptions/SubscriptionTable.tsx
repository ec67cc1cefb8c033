import { Link } from "@remix-run/react";
import { taxNote } from "~/domain/amountWithTaxes";
import { recurrenceText } from "~/domain/catalogue/serviceTypes";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { savedCardLabel } from "~/features/checkout/savedCardLabel";
import { useZone } from "~/features/frame/useZone";
import { formatMoment } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { SubscriptionRowMenu } from "./SubscriptionRowMenu";
import { SubscriptionStatus } from "./SubscriptionStatus";

interface SubscriptionTableProps {
  subscriptions: readonly SubscriptionListRow[];
  caption: string;
  /** Client names link to their pages. */
  clientLinks?: boolean;
  /** Set on a client's own page, which hides the client column. */
  clientId?: string;
  /** Appended to the URLs of a row's dialogs so that they return here: the list's search, or `returnTo=/path`. */
  search?: string;
  sort?: Partial<Record<"created" | "next", Pick<Column, "sortHref" | "sorted">>>;
}

/** The last characters of an id tell the subscriptions of a page apart. The first ones are its time. */
const SHORT_ID = 8;

const noteOf = (text: string | null) => (text ? <span className="cell-note">{text}</span> : null);

/** The staff view of subscriptions, in their list and on a client's page. */
export function SubscriptionTable({
  subscriptions,
  caption,
  clientLinks = false,
  clientId,
  search = "",
  sort = {},
}: SubscriptionTableProps) {
  const zone = useZone();
  const columns: Column[] = [
    ...(clientId ? [] : [{ key: "client", label: "Client Name" }]),
    { key: "service", label: "Subscription", card: clientId ? "title" : "fact" },
    { key: "amount", label: "Amount", align: "right" },
    { key: "order", label: "Initial Order ID", literal: true, card: "hidden" },
    { key: "status", label: "Status" },
    { key: "cycle", label: "Total Orders", align: "right", card: "hidden" },
    { key: "previous", label: "Previous Payment", moment: true, card: "hidden" },
    { key: "next", label: "Next Payment", moment: true, ...sort.next },
    { key: "created", label: "Created Time", moment: true, card: "hidden", ...sort.created },
  ];
  const rows = subscriptions.map((one) => ({
    key: one.id,
    href: clientLinks && !clientId ? paths.client(one.client.id) : undefined,
    cells: {
      client: one.client.name,
      service: (
        <>
          {one.serviceName}
          <span className="cell-note">{recurrenceText(one.orderDuration, one.frequency)}</span>
          {noteOf(one.card && one.status !== "Cancelled" ? savedCardLabel(one.card) : null)}
          <span className="cell-note subscription-id number" title={one.id}>
            {one.id.slice(-SHORT_ID)}
          </span>
        </>
      ),
      amount: (
        <>
          {formatCents(one.amount)}
          {noteOf(taxNote(one.amount, one.taxRates))}
        </>
      ),
      order: <Link to={paths.order(one.initialOrder.id)}>{one.initialOrder.number}</Link>,
      status: (
        <span className="row">
          <SubscriptionStatus status={one.status} />
          {one.cancelRequest ? <Badge tone="warning">Asked to cancel</Badge> : null}
          {one.endsAt === null ? null : <Badge>Ends</Badge>}
        </span>
      ),
      cycle: one.currentCycle,
      previous: formatMoment(one.previousPayment, zone),
      next: one.status === "Cancelled" ? "N/A" : formatMoment(one.nextPayment, zone),
      created: formatMoment(one.createdAt, zone),
    },
    actions: <SubscriptionRowMenu subscription={one} search={search} />,
  }));
  return <DataTable columns={columns} rows={rows} caption={caption} />;
}
