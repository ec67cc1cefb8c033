import { useState } from "react";
import { MIN_SEARCH } from "~/domain/clients/clientSearch";
import { paths } from "~/paths";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { matchesInText, useOptionSearch } from "~/ui/form/useOptionSearch";
import { type ChoiceOption, MAX_OFFERED, SearchStep } from "./SearchStep";

interface AffiliatePickerProps {
  id: string;
  name: string;
  errors?: string[];
  search: string;
  found: readonly ChoiceOption[];
  chosen: ChoiceOption | null;
}

/**
 * Picks the affiliate credited for orders with the coupon, if any. Searches by name, email address or affiliate code.
 */
export function AffiliatePicker({ id, name, errors, search, found, chosen }: AffiliatePickerProps) {
  const affiliates = useOptionSearch({
    search,
    found,
    minimum: MIN_SEARCH,
    address: (text) => paths.couponChoices("affiliates", text),
  });
  const [picked, setPicked] = useState(chosen);
  const kept = picked && !affiliates.options.some((one) => one.id === picked.id) ? [picked] : [];
  const shown = [...kept, ...affiliates.options];
  return (
    <div className="form">
      <SearchStep
        name="affiliateSearch"
        label="Search affiliates"
        hint="Type at least two letters of a name, email address or code"
        search={search}
        onType={affiliates.type}
        status={matchesInText(affiliates, MAX_OFFERED, "affiliate", "affiliates")}
      />
      <div
        className="search-results"
        onChange={(event) => {
          const { value } = event.target as unknown as HTMLInputElement;
          setPicked(shown.find((one) => one.id === value) ?? null);
        }}
      >
        <RadioGroupField
          id={id}
          name={name}
          label="Credited affiliate"
          hint="Earns a commission on orders from clients without a referrer"
          defaultValue={picked?.id ?? ""}
          options={[
            { value: "", label: "Nobody" },
            ...shown.map((one) => ({ value: one.id, label: one.name, hint: one.hint })),
          ]}
          errors={errors}
        />
      </div>
    </div>
  );
}
