import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import { formatCents } from "~/format/money";
import { NumberStepper } from "~/ui/form/NumberStepper";
import { SelectField } from "~/ui/form/SelectField";
import { addOnName, countName, defaultAddOn, type FormValues, packageName } from "./checkoutValues";

interface PackagePickerProps {
  packages: CheckoutService["packages"];
  values: FormValues;
  errorsOf(name: string): string[] | undefined;
  /** A list decides the quantities of packages that track links. */
  listed?: boolean;
}

/** 'Choose your quantity': a quantity per package, plus an add-on where the package has any. */
export function PackagePicker({ packages, values, errorsOf, listed }: PackagePickerProps) {
  if (packages.length === 0) return <p className="muted">This service has no packages yet.</p>;
  return (
    <ul className="packages">
      {packages.map((one, index) => (
        <li key={one.id} className="package">
          <input type="hidden" name={packageName(index)} value={one.id} />
          <div className="package-words">
            <p>
              <strong>{one.name}</strong> <span className="number">{formatCents(one.price)}</span>
            </p>
            <p className="small muted">{one.description || "No description available"}</p>
            {one.discounts.length > 0 ? (
              <p className="small tiers">
                {[...one.discounts]
                  .sort((a, b) => a.count - b.count)
                  .map((tier) => `${tier.count}+ save ${tier.percent}%`)
                  .join(" · ")}
              </p>
            ) : null}
          </div>
          <div className="package-choice">
            {one.addOns.length > 0 ? (
              <SelectField
                name={addOnName(index)}
                label={`Add-on for ${one.name}`}
                hideLabel
                emptyLabel="No add-on"
                defaultValue={values[addOnName(index)] ?? defaultAddOn(one)}
                options={one.addOns.map((addOn) => ({
                  value: addOn.value,
                  label: `${addOn.value} (${addOn.price === 0 ? "included" : `+${formatCents(addOn.price)}`})`,
                }))}
                errors={errorsOf(addOnName(index))}
              />
            ) : null}
            {listed && one.tracking.tracked ? (
              <p>
                {values[countName(index)] ?? "0"} from your list
                <input type="hidden" name={countName(index)} value={values[countName(index)] ?? "0"} />
              </p>
            ) : (
              <NumberStepper
                name={countName(index)}
                label={`Quantity of ${one.name}`}
                hideLabel
                max={100_000}
                defaultValue={values[countName(index)] ?? "0"}
                errors={errorsOf(countName(index))}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
