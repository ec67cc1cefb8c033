import { useState } from "react";
import { MIN_SEARCH } from "~/domain/clients/clientSearch";
import type { Choice } from "~/domain/coupons/couponChoices";
import { paths } from "~/paths";
import { Field } from "~/ui/form/Field";
import { matchesInText, useOptionSearch } from "~/ui/form/useOptionSearch";
import { MAX_OFFERED, SearchStep } from "./SearchStep";

interface ServicePickerProps {
  id: string;
  name: string;
  errors?: string[];
  /** The search text and results that the page was rendered with. */
  search: string;
  found: readonly Choice[];
  chosen: readonly Choice[];
}

/** The services of a coupon: checkboxes with a search that keeps ticked services (multi-select with search). */
export function ServicePicker({ id, name, errors, search, found, chosen }: ServicePickerProps) {
  const services = useOptionSearch({
    search,
    found,
    minimum: MIN_SEARCH,
    address: (text) => paths.couponChoices("services", text),
  });
  const [ticked, setTicked] = useState<ReadonlyMap<string, Choice>>(
    new Map(chosen.map((service) => [service.id, service])),
  );
  // Ticked services stay visible, and in the form, whatever the next search returns.
  const kept = [...ticked.values()].filter((service) => !services.options.some((one) => one.id === service.id));
  const tick = (service: Choice, on: boolean) => {
    const next = new Map(ticked);
    if (on) next.set(service.id, service);
    else next.delete(service.id);
    setTicked(next);
  };
  return (
    <div className="form">
      <SearchStep
        name="serviceSearch"
        label="Search services"
        hint="Type at least two letters of the name"
        search={search}
        onType={services.type}
        status={matchesInText(services, MAX_OFFERED, "service", "services")}
      />
      <Field id={id} name={name} label="Services" errors={errors} required group>
        {(tied) => (
          <div className="search-results">
            <div className="choices">
              {[...kept, ...services.options].map((service) => (
                <label key={service.id} className="choice">
                  <input
                    type="checkbox"
                    id={`${tied.id}-${service.id}`}
                    name={tied.name}
                    value={service.id}
                    defaultChecked={ticked.has(service.id)}
                    onChange={(event) => tick(service, event.currentTarget.checked)}
                    aria-describedby={tied["aria-describedby"]}
                    aria-invalid={tied["aria-invalid"]}
                  />
                  <span>
                    {service.name}
                    {service.hint ? <span className="choice-hint">{service.hint}</span> : null}
                  </span>
                </label>
              ))}
            </div>
          </div>
        )}
      </Field>
      <p className="small muted" role="status">
        {ticked.size === 0 ? "None chosen yet" : `${ticked.size} chosen`}
      </p>
    </div>
  );
}
