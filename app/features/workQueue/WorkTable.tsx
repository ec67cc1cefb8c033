import type { WorkItem } from "~/domain/workQueue/workItems";
import { useAgencyZone } from "~/features/frame/useZone";
import { orderHref, partHref } from "~/features/orders/orderHref";
import { PriorityBadge } from "~/features/orders/PriorityBadge";
import { formatDay } from "~/format/dates";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { DataTable } from "~/ui/list/DataTable";

/** The id of the form that assigns the order of the pressed button to the person. */
export const TAKE_FORM = "take";

interface WorkTableProps {
  items: readonly WorkItem[];
  caption: string;
}

/** The rows of a group. A message leads to its thread, a link to its own page. */
export function WorkTable({ items, caption }: WorkTableProps) {
  const zone = useAgencyZone();
  return (
    <DataTable
      caption={caption}
      columns={[
        { key: "service", label: "Service", width: "23%" },
        { key: "number", label: "Order", card: "title", width: "11%" },
        { key: "client", label: "Client", literal: true, width: "18%" },
        { key: "next", label: "Next", width: "26%" },
        { key: "due", label: "Due", width: "12%" },
        { key: "priority", label: "Priority", width: "10%" },
      ]}
      rows={items.map((item) => ({
        key: item.id,
        href: hrefOf(item),
        cells: {
          service: item.serviceName,
          number: item.number,
          client: (
            <a className="cell-link" href={paths.client(item.client.id)}>
              {item.client.name}
            </a>
          ),
          next: item.snooze ? (
            `Sleeps until ${formatDay(item.snooze.until, "UTC")}${item.snooze.reason ? `: ${item.snooze.reason}` : ""}`
          ) : item.assigned ? (
            item.next
          ) : item.kind === "link" ? (
            `${item.next} (unassigned)`
          ) : (
            <span className="row row-between">
              {item.next}
              <Button type="submit" form={TAKE_FORM} name="order" value={item.orderId} size={1}>
                Take<span className="visually-hidden"> order {item.number}</span>
              </Button>
            </span>
          ),
          due: item.dueAt === null ? "–" : formatDay(item.dueAt, zone),
          priority: item.priority ? <PriorityBadge priority={item.priority} /> : "–",
        },
      }))}
    />
  );
}

function hrefOf({ kind, id, orderId }: WorkItem): string {
  if (kind === "link") return paths.placement(id);
  const place = { orderId, tab: null, thread: "Customer", from: paths.work() } as const;
  return kind === "message" ? partHref(place, "messages", null) : orderHref(place);
}
