import { MIN_SEARCH } from "~/domain/clients/clientSearch";
import type { Choice } from "~/domain/coupons/couponChoices";
import { paths } from "~/paths";
import { Combobox } from "~/ui/form/Combobox";
import { MAX_OFFERED } from "./SearchStep";

interface AffiliatePickerProps {
  id: string;
  name: string;
  errors?: string[];
  search: string;
  found: readonly Choice[];
  chosen: Choice | null;
}

/**
 * Picks the affiliate credited for orders with the coupon, by name, email address or affiliate code; empty for nobody.
 */
export function AffiliatePicker(props: AffiliatePickerProps) {
  return (
    <Combobox
      {...props}
      searchName="affiliateSearch"
      label="Credited affiliate"
      hint="Earns a commission on orders from clients without a referrer. Type at least two letters of a name, email address or code."
      minimum={MIN_SEARCH}
      most={MAX_OFFERED}
      noun={{ one: "affiliate", many: "affiliates" }}
      hintOf={({ hint }) => hint}
      address={(text) => paths.couponChoices("affiliates", text)}
      emptyLabel="Nobody"
      // The coupon's search step is a post.
      step={{}}
    />
  );
}
