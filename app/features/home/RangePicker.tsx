import { Form, Link } from "@remix-run/react";
import { DateField } from "~/ui/form/DateField";
import { SubmitButton } from "~/ui/form/SubmitButton";

export interface RangePickerProps {
  /** Days as they were asked for, yyyy-MM-dd; also those that were refused. */
  fromDate: string;
  toDate: string;
  errors: { fromDate?: string[]; toDate?: string[] };
  /** The ranges people ask for most, as links. */
  common: { label: string; href: string; active: boolean }[];
}

/** Which days the figures are of. A GET form: the address holds the range. */
export function RangePicker({ fromDate, toDate, errors, common }: RangePickerProps) {
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
    </section>
  );
}
