import { COMMISSIONS_NOT_FETCHED } from "~/domain/affiliates/affiliateTexts";
import type { OrderWithoutCommission } from "~/domain/affiliates/ordersWithoutCommission";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { ListBody } from "~/ui/list/ListBody";

const columns = [
  { key: "paid", label: "Order Paid Date", nowrap: true },
  { key: "service", label: "Service" },
  { key: "client", label: "Customer", literal: true },
  { key: "reason", label: "Why" },
];

export function OrdersWithoutCommission({
  orders,
  firstHref,
}: {
  orders: Page<OrderWithoutCommission> | null;
  firstHref: string;
}) {
  const zone = useZone();
  return (
    <ListBody
      page={orders}
      failure={COMMISSIONS_NOT_FETCHED}
      firstHref={firstHref}
      empty={{
        title: "Every credited order earned a commission",
        text: "Orders that earn nothing appear here, with the reason.",
        action: <LinkButton to={`${paths.affiliate()}?tab=commissions`}>Show your commissions</LinkButton>,
      }}
      table={(rows) => (
        <DataTable
          caption="Orders without commission"
          columns={columns}
          rows={rows.map((row) => ({
            key: row.orderId,
            cells: {
              paid: formatDateTime(row.paidAt, zone),
              service: row.serviceName,
              client: row.clientName ?? "Another customer",
              reason: row.reason,
            },
          }))}
        />
      )}
    />
  );
}
