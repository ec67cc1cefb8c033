import { Link, useSearchParams } from "@remix-run/react";
import type { StatementLine, StatementTotals } from "~/domain/clients/clientStatement";
import { STATEMENT_SIZE } from "~/domain/clients/statementRange";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";

interface StatementViewProps {
  client: { id: string; name: string };
  lines: StatementLine[];
  totals: StatementTotals;
  /** Zero-based. */
  page: number;
  /** Of the days in the address, which are left out then. */
  errors: { from?: string[]; to?: string[] };
}

const statementPages = { pageSizes: [STATEMENT_SIZE], defaultPageSize: STATEMENT_SIZE };
const kindLabels = { order: "Order", payment: "Payment", refund: "Refund", dispute: "Card dispute" };
const amount = (cents: number) => (cents === 0 ? "" : formatCents(cents));

/** Everything a client bought, paid and was refunded, with the balance due after each line. */
export function StatementView({ client, lines, totals, page, errors }: StatementViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  return (
    <ListPage
      title="Account statement"
      back={{ href: paths.client(client.id), label: client.name }}
      help="From paid orders. The balance is purchases minus payments. A refund reverses both the purchase and its payment."
      action={<ExportButton action={paths.clientStatementExport(client.id)} form={FILTER_FORM} />}
      filters={
        <FilterBar clearHref="?" clearLabel="Clear">
          <DateField label="From" name="from" defaultValue={text("from")} errors={errors.from} />
          <DateField label="To" name="to" defaultValue={text("to")} errors={errors.to} />
        </FilterBar>
      }
      href={paths.clientStatement(client.id)}
      list={statementPages}
      query={{ page, pageSize: STATEMENT_SIZE }}
      page={{ content: lines, totalElements: totals.lines }}
      noun="entries"
      empty={
        text("from") && text("to")
          ? {
              title: "Nothing in this range",
              text: "Choose other dates, or show everything.",
              action: <LinkButton to={paths.clientStatement(client.id)}>Show everything</LinkButton>,
            }
          : {
              title: "No entries yet",
              text: "Paid orders, payments and refunds appear here.",
              action: <LinkButton to={`${paths.orderNew()}?clientId=${client.id}`}>Create Order</LinkButton>,
            }
      }
      table={(lines) => (
        <DataTable
          caption="Account statement"
          columns={[
            { key: "date", label: "Date", nowrap: true },
            { key: "entry", label: "Entry" },
            { key: "order", label: "Order ID", literal: true },
            { key: "bought", label: "Bought", align: "right" },
            { key: "paid", label: "Paid", align: "right" },
            { key: "refunded", label: "Refunded", align: "right" },
            { key: "balance", label: "Balance", align: "right" },
          ]}
          rows={lines.map((line) => ({
            key: line.id,
            cells: {
              date: formatDateTime(line.at, zone),
              entry: line.words ? `${kindLabels[line.kind]}: ${line.words}` : kindLabels[line.kind],
              order: <Link to={paths.order(line.orderId)}>{line.orderNumber}</Link>,
              bought: amount(line.bought),
              paid: amount(line.paid),
              refunded: amount(line.refunded),
              balance: formatCents(line.balance),
            },
          }))}
        />
      )}
    >
      <Card title="Totals">
        <Facts
          columns
          facts={[
            { label: "Opening balance", value: formatCents(totals.opening) },
            { label: "Bought", value: formatCents(totals.bought) },
            { label: "Paid", value: formatCents(totals.paid) },
            { label: "Refunded", value: formatCents(totals.refunded) },
            { label: "Closing balance", value: formatCents(totals.closing) },
          ]}
        />
      </Card>
    </ListPage>
  );
}
