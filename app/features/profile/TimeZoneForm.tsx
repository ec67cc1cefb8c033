import type { SubmissionResult } from "@conform-to/react";
import { useBrand } from "~/features/frame/useBrand";
import { useAgencyZone } from "~/features/frame/useZone";
import { TimeZoneField } from "~/features/settings/TimeZoneField";
import { zoneLabel } from "~/format/zones";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface TimeZoneFormProps {
  /** Null follows the agency's. */
  timeZone: string | null;
  zones: readonly string[];
  lastResult?: SubmissionResult;
}

/** The zone of every time that a person reads (rules.md pages/dates). */
export function TimeZoneForm({ timeZone, zones, lastResult }: TimeZoneFormProps) {
  const { name } = useBrand();
  const agencyZone = useAgencyZone();
  const errors = lastResult?.error ?? {};
  const field = { id: "profile-time-zone", label: "Time zone", errors: errors.timeZone ?? undefined };
  return (
    <Card title="Time zone">
      <Form
        method="post"
        action={`${paths.profile()}?intent=zone`}
        className="form narrow"
        preventScrollReset
        key={timeZone ?? ""}
      >
        <FormErrors id="zone-errors" errors={errors[""] ?? undefined} fields={[field]} />
        <TimeZoneField
          {...field}
          hint="We show every time in this zone: on your pages, and in your emails and files"
          emptyLabel={`Same as ${name} (${zoneLabel(agencyZone)})`}
          zones={zones}
          defaultValue={timeZone ?? ""}
        />
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Saving">
            Save time zone
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
