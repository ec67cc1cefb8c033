import { DateField } from "~/ui/form/DateField";
import { NumberField } from "~/ui/form/NumberField";

interface DripFieldsProps {
  values: Partial<Record<string, string>>;
  errorsOf(name: string): string[] | undefined;
}

export const dripLabels = { "drip.perWeek": "Links a week", "drip.from": "First day" } as const;

/** 'Start N a week from ...': both fields stay empty when all links start immediately. */
export function DripFields({ values, errorsOf }: DripFieldsProps) {
  return (
    <fieldset className="form drip">
      <legend>Start your links gradually (optional)</legend>
      <div className="grid-2">
        <NumberField
          name="drip.perWeek"
          label={dripLabels["drip.perWeek"]}
          hint="Empty: all links start immediately."
          defaultValue={values["drip.perWeek"]}
          errors={errorsOf("drip.perWeek")}
        />
        <DateField
          name="drip.from"
          label={dripLabels["drip.from"]}
          defaultValue={values["drip.from"]}
          errors={errorsOf("drip.from")}
        />
      </div>
    </fieldset>
  );
}
