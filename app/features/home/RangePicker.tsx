import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { DateField } from "~/ui/form/DateField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import "./home.css";

export interface RangePickerProps {
  /** Dates from the URL, yyyy-MM-dd, including invalid ones. */
  fromDate: string;
  toDate: string;
  errors: { fromDate?: string[]; toDate?: string[] };
  /** Links to the most common ranges. */
  common: { label: string; href: string; active: boolean }[];
}

export const RangePresets = ({ common }: Pick<RangePickerProps, "common">) => (
  <nav className="segments" aria-label="Often used ranges">
    {common.map(({ label, href, active }) => (
      <Link key={label} to={href} aria-current={active ? "true" : undefined} preventScrollReset>
        {label}
      </Link>
    ))}
  </nav>
);

/** Picks the dates of the figures. A GET form, so the URL holds the range. */
export function RangePicker({
  fromDate,
  toDate,
  errors,
  common,
  children,
}: RangePickerProps & {
  /** More fields and buttons of the form, after its own. */
  children?: ReactNode;
}) {
  return (
    <section className="range-picker" aria-label="Date range">
      <RangePresets common={common} />
      {/* Remounts for another range, because the dates are only initial values. */}
      <Form key={`${fromDate} ${toDate}`} method="get" className="range-form" noValidate preventScrollReset>
        <DateField label="From" name="fromDate" defaultValue={fromDate} errors={errors.fromDate} />
        <DateField label="To" name="toDate" defaultValue={toDate} errors={errors.toDate} />
        <SubmitButton variant="outline">Show</SubmitButton>
        {children}
      </Form>
    </section>
  );
}
