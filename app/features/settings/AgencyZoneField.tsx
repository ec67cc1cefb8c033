import type { SubmissionResult } from "@conform-to/react";
import { TimeZoneField } from "./TimeZoneField";

interface AgencyZoneFieldProps {
  id: string;
  /** The stored zone. */
  timeZone: string;
  zones: readonly string[];
  lastResult?: SubmissionResult;
}

/** The zone of the agency's days. A form that comes back with a question confirms the zone that it asked about. */
export function AgencyZoneField({ id, timeZone, zones, lastResult }: AgencyZoneFieldProps) {
  const errors = lastResult?.error?.timeZone ?? undefined;
  const typed = lastResult?.initialValue?.timeZone;
  const chosen = typeof typed === "string" ? typed : timeZone;
  return (
    <>
      <TimeZoneField
        id={id}
        label="Time zone"
        hint="For the dashboard, reports, due dates, working days and invoices"
        zones={zones}
        defaultValue={chosen}
        errors={errors}
      />
      {errors ? <input type="hidden" name="confirmedZone" value={chosen} /> : null}
    </>
  );
}
