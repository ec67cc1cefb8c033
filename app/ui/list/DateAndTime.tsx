import { formatDay, formatTimeOnly } from "~/format/dates";

/** A time (ms UTC) in a narrow column: wraps only between date and time. */
export function DateAndTime({ at }: { at: number | null }) {
  return (
    <span className="date-time">
      <span className="nowrap">{formatDay(at)}</span>{" "}
      {at === null ? null : <span className="nowrap">{formatTimeOnly(at)}</span>}
    </span>
  );
}
