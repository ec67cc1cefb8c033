import { Link, useSearchParams } from "@remix-run/react";
import type { DifferenceQuery } from "~/domain/books/differenceList";
import { differenceList, differenceStates } from "~/domain/books/differenceList";
import type { Books, CheckState } from "~/domain/books/findBooks";
import type { DifferenceRow, RecordTarget } from "~/domain/books/findDifferences";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { recordName } from "./recordName";

interface BooksViewProps {
  /** Null when they could not be read. */
  books: Books | null;
  query: DifferenceQuery;
  page: Page<DifferenceRow> | null;
  errors?: string[];
}

const stateLabels = { open: "Open", explained: "Explained", gone: "Agrees again" } as const;
const list = paths.books();

const hrefOf: Record<RecordTarget["kind"], (id: string) => string> = {
  order: paths.order,
  subscription: paths.subscription,
  coupon: paths.coupon,
  payout: paths.payout,
  client: paths.client,
};

/** Every check of the books, and the records that disagree. */
export function BooksView({ books, query, page, errors }: BooksViewProps) {
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  const checks = books?.checks ?? [];
  return (
    <div className="stack-large">
      <ListPage
        title="Books"
        back={{ href: paths.settings(), label: "Settings" }}
        help="Every night we check that your records agree with each other and with the card provider."
        action={
          <>
            <LinkButton to={paths.booksMonth()}>Monthly statement</LinkButton>
            <Form method="post" action={list}>
              <SubmitButton pendingText="Checking">Check now</SubmitButton>
            </Form>
          </>
        }
        filters={
          <FilterBar action={list} clearHref={list} clearLabel="Clear">
            <SelectField
              label="Check"
              name="check"
              options={[
                { value: "", label: "All checks" },
                ...checks.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              defaultValue={text("check")}
            />
            <SelectField
              label="State"
              name="state"
              options={differenceStates.map((value) => ({ value, label: stateLabels[value] }))}
              defaultValue={text("state") || "open"}
            />
          </FilterBar>
        }
        chips={filterChips({
          list: differenceList,
          filters: query.filters,
          href: list,
          search,
          nameOf: (key, value) => (key === "state" ? stateLabels[value as keyof typeof stateLabels] : String(value)),
        })}
        href={list}
        list={differenceList}
        query={query}
        page={page}
        noun="differences"
        empty={{
          title: books && neverChecked(checks) ? "Nothing checked yet" : "No differences",
          text: "A record that disagrees appears here, and we mail it to you once.",
          action: <LinkButton to={paths.booksMonth()}>See last month</LinkButton>,
        }}
        table={(rows) => <Differences rows={rows} />}
      >
        <FormErrors errors={errors} />
        {books ? <Summary checks={checks} /> : page ? <FailedRead /> : null}
      </ListPage>
      {books ? <Checks books={books} /> : null}
    </div>
  );
}

const neverChecked = (checks: readonly CheckState[]) => checks.every(({ lastRunAt }) => lastRunAt === null);

function Summary({ checks }: { checks: readonly CheckState[] }) {
  if (neverChecked(checks))
    return (
      <Alert tone="info" title="Not checked yet">
        The first check runs tonight. You can also check now.
      </Alert>
    );
  const open = checks.reduce((sum, check) => sum + check.open, 0);
  if (open > 0)
    return (
      <Alert tone="warning" title={open === 1 ? "1 difference" : `${formatNumber(open)} differences`}>
        Open each record and correct it, or explain it with a note.
      </Alert>
    );
  const explained = checks.reduce((sum, check) => sum + check.explained, 0);
  return (
    <Alert tone="success" title="The books agree">
      {explained === 0 ? "No check found a difference." : `Every difference is explained (${formatNumber(explained)}).`}
    </Alert>
  );
}

const differenceColumns = [
  { key: "record", label: "Record" },
  { key: "check", label: "Check" },
  { key: "expected", label: "Expected" },
  { key: "found", label: "Found" },
  { key: "since", label: "Since", moment: true, card: "hidden" },
  { key: "note", label: "Note" },
] as const;

function Differences({ rows }: { rows: readonly DifferenceRow[] }) {
  const zone = useZone();
  return (
    <DataTable
      caption="Differences"
      columns={differenceColumns}
      rows={rows.map((row) => {
        const name = recordName(row);
        return {
          key: row.id,
          cells: {
            record: row.target ? <Link to={hrefOf[row.target.kind](row.target.id)}>{name}</Link> : name,
            check: row.checkName,
            expected: row.expected,
            found: row.actual,
            since: formatDateTime(row.firstSeenAt, zone),
            note: row.note === null ? "" : `${row.note} (${row.notedByName ?? "former team member"})`,
          },
          actions:
            row.state === "gone" ? undefined : (
              <LinkButton to={paths.booksDifference(row.id)} size={1} preventScrollReset>
                {row.note === null ? "Explain" : "Edit note"}
                <span className="visually-hidden"> {name}</span>
              </LinkButton>
            ),
        };
      })}
    />
  );
}

function Checks({ books: { checks, balances } }: { books: Books }) {
  const zone = useZone();
  return (
    <section className="stack" aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      {balances.length > 0 ? (
        <p className="muted">
          Card provider read up to{" "}
          {balances.map(({ account, readUpTo }) => `${formatDateTime(readUpTo, zone)} (${account})`).join(", ")}.
        </p>
      ) : null}
      <DataTable
        caption="Checks"
        columns={[
          { key: "check", label: "Check" },
          { key: "result", label: "Result", nowrap: true },
          { key: "rows", label: "Records read", align: "right", card: "hidden" },
          { key: "at", label: "Last run", moment: true },
        ]}
        rows={checks.map((check) => ({
          key: check.id,
          href: paths.booksOfCheck(check.id),
          cells: {
            check: (
              <>
                {check.name} <span className="check-sentence">{check.sentence}</span>
              </>
            ),
            result: <Result check={check} />,
            rows: formatNumber(check.rows),
            at: check.lastRunAt === null ? "Not yet" : formatDateTime(check.lastRunAt, zone),
          },
        }))}
      />
    </section>
  );
}

function Result({ check: { lastRunAt, open, explained } }: { check: CheckState }) {
  if (open > 0) return <StatusDot tone="danger">{open === 1 ? "1 differs" : `${formatNumber(open)} differ`}</StatusDot>;
  if (explained > 0) return <StatusDot tone="info">{formatNumber(explained)} explained</StatusDot>;
  if (lastRunAt === null) return <StatusDot tone="neutral">Not yet</StatusDot>;
  return <StatusDot tone="success">Agrees</StatusDot>;
}
