import type { Remedy } from "~/domain/catalogue/tracking";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { checkboxProps, choiceProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { NumberField } from "~/ui/form/NumberField";
import { SelectField } from "~/ui/form/SelectField";
import type { PackageFields } from "./packageFields";

const remedyLabels: Record<Remedy, string> = {
  replace: "Staff decide on a refund",
  refund: "Refund its share automatically",
};

export const trackingItems = (fields: PackageFields) => [
  toErrorSummaryItem("Track each link of this package", fields.tracked),
  toErrorSummaryItem("Delivery time", fields.turnaroundDays),
  toErrorSummaryItem("Guarantee", fields.guaranteeDays),
  toErrorSummaryItem("If no replacement is live within 30 days", fields.remedy),
  toErrorSummaryItem("The client approves each site", fields.approveSite),
  toErrorSummaryItem("The client approves the content", fields.approveContent),
  toErrorSummaryItem("Hours until silence counts as approval", fields.silentApprovalHours),
  toErrorSummaryItem("Kind of link", fields.relWanted),
  toErrorSummaryItem("Lowest Domain Rating", fields.minDr),
];

/** The setting 'Track each link'. The stylesheet hides its terms while the box is clear. */
export function TrackingFields({ fields }: { fields: PackageFields }) {
  return (
    <div className="form tracking">
      <CheckboxField
        label="Track each link of this package"
        hint="Each unit sold becomes a link with its own page, state, due date and live address. Clients fill in the links instead of the intake form. Links already sold keep their terms."
        {...checkboxProps(fields.tracked)}
      />
      <div className="form tracking-terms">
        <div className="grid-2">
          <NumberField
            label="Delivery time"
            hint="Working days from the day a link is ready, 1 to 120."
            {...choiceProps(fields.turnaroundDays)}
          />
          <NumberField
            label="Lowest Domain Rating"
            hint="0 to 100. Leave it empty for none."
            {...choiceProps(fields.minDr)}
          />
          <NumberField
            label="Guarantee"
            hint="Days after a link goes live, up to 1095. 0 means none."
            {...choiceProps(fields.guaranteeDays)}
          />
          <SelectField
            label="If no replacement is live within 30 days"
            hint="A lost link is repaired within 7 days, or replaced."
            {...choiceProps(fields.remedy)}
            options={Object.entries(remedyLabels).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            label="Kind of link"
            {...choiceProps(fields.relWanted)}
            options={[
              { value: "any", label: "Follow or nofollow" },
              { value: "follow", label: "Follow only" },
            ]}
          />
        </div>
        <CheckboxField
          label="The client approves each site"
          hint="Work begins after the client accepts the site."
          {...checkboxProps(fields.approveSite)}
        />
        <CheckboxField
          label="The client approves the content"
          hint="Content goes to the publisher after the client accepts it."
          {...checkboxProps(fields.approveContent)}
        />
        <NumberField
          label="Hours until silence counts as approval"
          hint="24 to 336. 0 waits for the client's answer."
          {...choiceProps(fields.silentApprovalHours)}
        />
      </div>
    </div>
  );
}
