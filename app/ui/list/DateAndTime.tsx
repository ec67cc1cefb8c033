import { formatDay, formatTimeOnly } from "~/format/dates";

/** A moment (ms UTC) in a column that may be too narrow for it: it breaks between date and time, nowhere else. */
export function DateAndTime({ at }: { at: number | null }) {
  return (
    <span className="date-time">
      <span className="nowrap">{formatDay(at)}</span>{" "}
      {at === null ? null : <span className="nowrap">{formatTimeOnly(at)}</span>}
    </span>
  );
}
