import { monthSpan } from "~/domain/books/bookMonth";
import { monthLines } from "~/domain/books/monthLines";
import type { MonthStatement } from "~/domain/books/monthStatement";
import { paymentAccounts } from "~/domain/ports/payments";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatMonth } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { UTC } from "~/format/zones";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { SelectField } from "~/ui/form/SelectField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";

const accountLabels = { regular: "Regular", custom: "Custom" } as const;

/** A month of a payment account's balance, for the accountant. */
export function MonthView({ statement }: { statement: MonthStatement }) {
  const zone = useZone();
  const { month, account, months, readUpTo, outside, currency } = statement;
  const { from, until } = monthSpan(month);
  const exportOf = (format: "csv" | "xlsx") => paths.booksMonthExport({ format });
  return (
    <div className="list-page">
      <PageHeader
        title="Monthly statement"
        help="What moved your balance at the card provider, as your accountant needs it. Days are UTC."
        back={{ href: paths.books(), label: "Books" }}
        action={
          <>
            <ExportButton action={exportOf("csv")} label="Download CSV" form={FILTER_FORM} />
            <ExportButton action={exportOf("xlsx")} label="Download XLSX" form={FILTER_FORM} />
          </>
        }
      />
      <FilterBar clearHref={paths.booksMonth()} clearLabel="Last month">
        <SelectField
          label="Month"
          name="month"
          options={months.map((value) => ({ value, label: formatMonth(monthSpan(value).from, UTC) }))}
          defaultValue={month}
        />
        <SelectField
          label="Account"
          name="account"
          options={paymentAccounts.map((value) => ({ value, label: accountLabels[value] }))}
          defaultValue={account}
        />
      </FilterBar>
      {readUpTo === null || readUpTo < until ? (
        <Alert tone="info" title={readUpTo === null || readUpTo < from ? "Not read yet" : "Not complete yet"}>
          {readUpTo === null
            ? "The card provider's balance is read tonight. You can read it now with Check now on the Books page."
            : `The card provider's balance was read up to ${formatDateTime(readUpTo, zone)}.`}
        </Alert>
      ) : null}
      {currency === "usd" ? null : (
        <Alert tone="warning" title={`This account's balance is in ${currency.toUpperCase()}`}>
          The amounts below are in that currency, not in dollars.
        </Alert>
      )}
      <DataTable
        caption={`${formatMonth(from, UTC)}, ${accountLabels[account]} account`}
        columns={[
          { key: "entry", label: "Entry" },
          { key: "service", label: "Service", card: "title" },
          { key: "count", label: "Count", align: "right" },
          { key: "amount", label: "Amount", align: "right" },
        ]}
        rows={monthLines(statement).map(({ entry, service, count, amount, total }, position) => ({
          key: String(position),
          cells: {
            entry,
            service,
            count: count === null ? "" : formatNumber(count),
            amount: total ? <strong>{formatCents(amount)}</strong> : formatCents(amount),
          },
        }))}
      />
      {outside.count > 0 ? (
        <p className="muted">
          Not in this balance: {formatCents(outside.amount)} of{" "}
          {outside.count === 1 ? "1 order" : `${formatNumber(outside.count)} orders`} paid outside the card provider.
        </p>
      ) : null}
    </div>
  );
}
