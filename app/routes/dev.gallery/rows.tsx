import { formatNumber } from "~/format/numbers";
import { StatusDot } from "~/ui/feedback/StatusDot";
import type { Tone } from "~/ui/feedback/Tone";
import { Icon } from "~/ui/icon/Icon";
import type { Column, Row } from "~/ui/list/DataTable";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuButton } from "~/ui/list/RowMenuButton";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

export const columns: Column[] = [
  { key: "id", label: "Order" },
  { key: "client", label: "Client", sortHref: "?view=staff&sort=client" },
  { key: "service", label: "Service", card: "hidden" },
  { key: "status", label: "Status" },
  { key: "assigned", label: "Assigned to", card: "hidden", nowrap: true },
  {
    key: "created",
    label: "Created",
    sortHref: "?view=staff&sort=created",
    sorted: "desc",
    card: "hidden",
    nowrap: true,
  },
  { key: "total", label: "Total", align: "right", sortHref: "?view=staff&sort=total" },
];

const statuses: [Tone, string][] = [
  ["warning", "Inputs Required"],
  ["info", "Active"],
  ["info", "Working"],
  ["success", "Completed"],
  ["neutral", "Cancelled"],
  ["danger", "Payment Failed"],
];

export const rows: Row[] = Array.from({ length: 12 }, (_, index) => {
  const [tone, status] = statuses[index % statuses.length] as [Tone, string];
  const order = 10482 - index;
  return {
    key: String(order),
    href: `?view=staff&order=${order}`,
    cells: {
      id: order,
      client: `Client ${index + 1} of Example Ltd`,
      service: index % 3 === 0 ? "Guest posts on high-authority sites" : "Local SEO",
      status: <StatusDot tone={tone}>{status}</StatusDot>,
      assigned: index % 4 === 0 ? <span className="muted">Unassigned</span> : "Demo Manager",
      created: "24 Apr 26 10:05 AM",
      total: `$${formatNumber(index * 1375 + 120)}.00`,
    },
    actions: (
      <RowMenu label={`Actions for order ${order}`}>
        <RowMenuButton type="button">
          <Icon name="copy" />
          Copy Checkout URL
        </RowMenuButton>
        <RowMenuLink to="?view=dialog" danger>
          <Icon name="trash" />
          Cancel order
        </RowMenuLink>
      </RowMenu>
    ),
  };
});
