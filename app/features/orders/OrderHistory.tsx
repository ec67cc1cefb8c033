import { ChangeEntry } from "~/features/history/ChangeEntry";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";
import type { HistoryEntryView, HistoryValue } from "./historyView.server";
import { type OrderPlace, orderHref } from "./orderHref";

export interface OrderHistoryProps {
  place: OrderPlace;
  entries: readonly HistoryEntryView[];
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
            <ChangeEntry key={entry.id} {...entry} changes={entry.changes.map(shownChange)} />
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

const shownChange = ({ label, before, after }: HistoryEntryView["changes"][number]) => ({
  label,
  before: shownValue(before),
  after: shownValue(after),
});

function shownValue(value: HistoryValue) {
  if (value === null) return <span className="muted">N/A</span>;
  if (typeof value === "string") return value;
  return (
    <ul>
      {value.map(({ name, href }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a change are immutable.
        <li key={index}>{href ? <a href={href}>{name}</a> : name}</li>
      ))}
    </ul>
  );
}
