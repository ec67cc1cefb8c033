import { Form, Link } from "@remix-run/react";
import { DateField } from "~/ui/form/DateField";
import { SubmitButton } from "~/ui/form/SubmitButton";

export interface RangePickerProps {
  /** Days as they were asked for, yyyy-MM-dd; also those that were refused. */
  fromDate: string;
  toDate: string;
  errors: { fromDate?: string[]; toDate?: string[] };
  /** The range in force, dd/MM/yyyy (document 2 section 9); null when the one asked for was refused. */
  shown: string | null;
  /** The ranges people ask for most, as links. */
  common: { label: string; href: string; active: boolean }[];
}

/** Which days the figures are of. A GET form: the address holds the range. */
export function RangePicker({ fromDate, toDate, errors, shown, common }: RangePickerProps) {
  return (
    <section className="range-picker" aria-label="Date range">
      <nav className="segments" aria-label="Often used ranges">
        {common.map(({ label, href, active }) => (
          <Link key={label} to={href} aria-current={active ? "true" : undefined} preventScrollReset>
            {label}
          </Link>
        ))}
      </nav>
      {/* Drawn anew for another range: its days are starting values. */}
      <Form key={`${fromDate} ${toDate}`} method="get" className="range-form" noValidate preventScrollReset>
        <DateField label="From" name="fromDate" defaultValue={fromDate} errors={errors.fromDate} />
        <DateField label="To" name="toDate" defaultValue={toDate} errors={errors.toDate} />
        <SubmitButton variant="outline">Show</SubmitButton>
      </Form>
      {shown ? (
        <p className="range-shown muted">
          <span className="number">{shown}</span> · days are UTC
        </p>
      ) : null}
    </section>
  );
}
