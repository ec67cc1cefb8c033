import { fileKeysOf, moneyFields, timeFields } from "~/domain/orders/historyFields";
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
import { actionLabels, fieldLabels } from "./orderHistoryLabels";
import { type OrderPlace, orderHref } from "./orderHref";

type Change = OrderHistoryEntry["changes"][number];

export interface OrderHistoryProps {
  place: OrderPlace;
  entries: readonly OrderHistoryEntry[];
  /** The names of files by their keys. */
  files: Readonly<Record<string, string>>;
  /** Zero-based. */
  page: number;
  more: boolean;
}

/** The changes of an order: who, when, from and to. Newest first. */
export function OrderHistory({ place, entries, files, page, more }: OrderHistoryProps) {
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
            <Entry key={entry.id} entry={entry} files={files} />
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

function Entry({ entry, files }: { entry: OrderHistoryEntry } & Pick<OrderHistoryProps, "files">) {
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
                <td className="order-history-before">{valueLabel(change.field, change.before, files)}</td>
                <td className="order-history-after">{valueLabel(change.field, change.after, files)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </li>
  );
}

function valueLabel(field: string, value: Change["before"], files: OrderHistoryProps["files"]) {
  if (value === null || value === "") return <span className="muted">N/A</span>;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") {
    if (moneyFields.has(field)) return formatCents(value);
    return timeFields.has(field) ? formatDateTime(value) : String(value);
  }
  const keys = fileKeysOf(field, value);
  if (keys.length > 0)
    return (
      <ul>
        {keys.map((key) => (
          <li key={key}>{files[key] ? <a href={paths.file(key)}>{files[key]}</a> : "Deleted file"}</li>
        ))}
      </ul>
    );
  const isStatus = (orderStatuses as readonly string[]).includes(value);
  if (field === "status" && isStatus) return orderStatusLabel(value as OrderStatus);
  if (field === "payState") return payStateLabels[value as PayState] ?? value;
  return field === "subscription" ? value.replaceAll("_", " ") : value;
}
