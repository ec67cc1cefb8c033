import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { CommissionListRow } from "~/domain/commissions/findCommissions";
import { useZone } from "~/features/frame/useZone";
import { formatMoment } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { CommissionStatus } from "./CommissionStatus";

interface CommissionTableProps {
  commissions: readonly CommissionListRow[];
  caption: string;
  /** False hides the affiliate column, on an affiliate's own page. */
  affiliate?: boolean;
  sort?: Pick<Column, "sortHref" | "sorted">;
  /** Makes rows selectable for the form with this id, which posts them as `commission`. */
  selectFor?: string;
  ticked?: readonly string[];
  /** Another value clears the ticks. */
  round?: string;
  /** ms UTC. */
  now: number;
}

/** The staff view of commissions, in their list and on a client's page. */
export function CommissionTable({
  commissions,
  caption,
  affiliate = true,
  sort,
  selectFor,
  ticked,
  round,
  now,
}: CommissionTableProps) {
  const zone = useZone();
  const columns: Column[] = [
    { key: "order", label: "Order ID" },
    { key: "client", label: "Customer Name", literal: true },
    ...(affiliate ? [{ key: "affiliate", label: "Affiliate Name", literal: true }] : []),
    { key: "orderAmount", label: "Order Amount", align: "right", card: "hidden" },
    { key: "amount", label: "Commission Amount", align: "right" },
    { key: "paid", label: "Order Paid Date", moment: true, card: "hidden", ...sort },
    { key: "status", label: "Status" },
    { key: "open", label: "Details", card: "bare" },
  ];
  const rows = commissions.map((one) => ({
    key: one.id,
    cells: {
      order: <Link to={paths.order(one.orderId)}>{one.orderNumber}</Link>,
      client: <Link to={paths.client(one.clientId)}>{one.clientName}</Link>,
      affiliate: <Link to={paths.client(one.affiliateId)}>{one.affiliateName}</Link>,
      orderAmount: formatCents(one.orderAmount),
      amount: formatCents(one.amount),
      paid: formatMoment(one.orderPaidAt, zone),
      status: <CommissionStatus commission={one} now={now} />,
      open: (
        <Link to={paths.commission(one.id)} aria-label={`Details of the commission on order ${one.orderNumber}`}>
          Details
        </Link>
      ),
    } as Record<string, ReactNode>,
  }));
  const numbers = new Map(commissions.map(({ id, orderNumber }) => [id, orderNumber]));
  const selection = selectFor
    ? {
        name: "commission",
        form: selectFor,
        label: ({ key }: { key: string }) => `Select the commission on order ${numbers.get(key)}`,
        ticked,
        round,
      }
    : undefined;
  return <DataTable columns={columns} rows={rows} caption={caption} selection={selection} />;
}
