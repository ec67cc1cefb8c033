import type { ComponentProps } from "react";
import { SelectField } from "~/ui/form/SelectField";

type TimeZoneFieldProps = Omit<ComponentProps<typeof SelectField>, "options" | "name"> & {
  /** IANA names. A chosen one that is not among them stays a choice. */
  zones: readonly string[];
};

/** A select of IANA names, `timeZone`. */
export function TimeZoneField({ zones, defaultValue, ...props }: TimeZoneFieldProps) {
  const chosen = typeof defaultValue === "string" ? defaultValue : "";
  const names = chosen && !zones.includes(chosen) ? [chosen, ...zones] : zones;
  return (
    <SelectField
      {...props}
      name="timeZone"
      defaultValue={chosen}
      options={names.map((name) => ({ value: name, label: name.replaceAll("_", " ") }))}
    />
  );
}
