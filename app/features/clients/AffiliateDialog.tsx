import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form as SearchForm } from "@remix-run/react";
import { useRef, useState } from "react";
import type { z } from "zod";
import type { CommissionSetting } from "~/domain/clients/clientDetails";
import { AffiliateFormInput } from "~/domain/clients/clientInputs";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { AddRow } from "~/ui/form/AddRow";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { RowButtons } from "~/ui/form/RowButtons";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { landingRow, useRows } from "~/ui/form/useRows";

interface AffiliateDialogProps {
  clientId: string;
  version: number;
  /** The stored code, or the one that is proposed. */
  code: string;
  /** Where the code leads from. */
  linkBase: string;
  /** A page of the stored rates that match the search. `first`: zero-based place of the first one. */
  rates: { rows: readonly CommissionSetting[]; first: number; total: number; page: number; pages: number };
  /** The search text and the first services that match it. */
  search: string;
  services: readonly { id: string; name: string }[];
  /** What services without a rate here earn; null for nothing. */
  defaultRate: string | null;
  lastResult?: SubmissionResult;
}

/** Code and commission settings of an affiliate (rules.md commissions/agreements). */
export function AffiliateDialog({
  clientId,
  version,
  code,
  linkBase,
  rates,
  search,
  services,
  defaultRate,
  lastResult,
}: AffiliateDialogProps) {
  const back = paths.client(clientId);
  const commissions = rates.rows;
  const shown = commissions.map(({ serviceId }) => serviceId).join(" ");
  const placeOf = (page: number) =>
    listToSearch(new URLSearchParams(), { service: search || null, rates: page > 1 ? String(page) : null });
  const box = useRef<HTMLDivElement>(null);
  const loaded = {
    version,
    affiliateCode: code,
    shown,
    commissions: commissions.map(({ serviceId, percent, firstTime, perpetual }) => ({
      serviceId,
      percent: String(percent / 100),
      firstTime,
      perpetual,
    })),
  };
  const [form, fields] = useForm<z.input<typeof AffiliateFormInput>>({
    id: "affiliate",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: loaded,
    onValidate: ({ formData }) => parseForm(formData, AffiliateFormInput),
  });
  const rows = fields.commissions.getFieldList();
  // Services of rows stay choices of theirs, whatever is searched next.
  const [names, setNames] = useState(() => new Map(commissions.map((one) => [one.serviceId, one.serviceName])));
  const choose = (id: string) => {
    const name = services.find((service) => service.id === id)?.name;
    if (name) setNames(new Map(names).set(id, name));
  };
  const optionsFor = (id: string | undefined) => {
    const own = id && !services.some((service) => service.id === id) ? names.get(id) : undefined;
    return [...(own ? [{ id: id ?? "", name: own }] : []), ...services].map((service) => ({
      value: service.id,
      label: service.name,
    }));
  };
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  /** Services with a stored rate need no choice: their rows would otherwise repeat the options. */
  const stored = new Map(commissions.map((one) => [one.serviceId, one.serviceName]));
  const storedServices = commissions.map(({ serviceId, serviceName }) => ({ id: serviceId, name: serviceName }));
  const landing = landingRow(lastResult, "commissions", rows.length);
  const named = [
    { label: "Affiliate code", ...choiceProps(fields.affiliateCode) },
    ...rows.flatMap((row, index) => {
      const { serviceId, percent } = row.getFieldset();
      return [
        { label: `Service of commission ${index + 1}`, ...choiceProps(serviceId) },
        { label: `Percent of commission ${index + 1}`, ...choiceProps(percent) },
      ];
    }),
  ];
  return (
    <RouteDialog title="Affiliate details" closeHref={back} wide>
      <SearchForm method="get" className="field-and-button" preventScrollReset>
        <TextField
          label="Find a service"
          id="affiliate-service-search"
          name="service"
          type="search"
          defaultValue={search}
          maxLength={200}
          autoComplete="off"
          hint={`The rows below offer the first ${services.length} services${search ? ` with "${search}"` : " by name"}`}
        />
        <SubmitButton variant="outline">Find</SubmitButton>
      </SearchForm>
      <Form
        method="post"
        action={paths.clientAffiliate(clientId) + placeOf(rates.page)}
        className="form"
        stays={() => true}
        preventScrollReset
        {...getFormProps(form)}
      >
        <DefaultSubmit />
        <FormErrors errors={[...(form.errors ?? []), ...(fields.commissions.errors ?? [])]} fields={named} />
        <StaleFields
          lastResult={lastResult}
          stored={loaded}
          version={version}
          fields={[
            ...named,
            {
              name: "commissions",
              label: "Commissions",
              options: [...services, ...storedServices].map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
        />
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
        <input type="hidden" name="shown" value={shown} />
        <TextField
          label="Affiliate code"
          {...choiceProps(fields.affiliateCode)}
          required
          hint={`Their link is ${linkBase}${code}. If you change the code, links with the old one stop working.`}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <h3>Commissions</h3>
        <div className="stack-small" ref={box}>
          <p>
            {defaultRate ? (
              <>
                Program default: <strong>{defaultRate}</strong>. Add a service only to give it another rate.
              </>
            ) : (
              "The program has no default rate: only the services below earn a commission."
            )}
          </p>
          <p className="field-hint">
            Perpetual: a commission on every paid order for the service, including renewals. First time: only on a
            referred client's first order.
          </p>
          {rates.pages > 1 ? (
            <nav className="row" aria-label="Pages of the rates">
              {rates.page > 1 ? (
                <LinkButton to={placeOf(rates.page - 1)} size={1} preventScrollReset>
                  Previous
                </LinkButton>
              ) : null}
              <span className="muted">
                {rates.first + 1} to {rates.first + commissions.length} of {rates.total}
              </span>
              {rates.page < rates.pages ? (
                <LinkButton to={placeOf(rates.page + 1)} size={1} preventScrollReset>
                  Next
                </LinkButton>
              ) : null}
            </nav>
          ) : null}
          {rows.map((row, index) => {
            const { serviceId, percent, firstTime, perpetual } = row.getFieldset();
            return (
              <fieldset key={row.key} className="commission-row" data-row>
                <legend className="visually-hidden">Commission {index + 1}</legend>
                {stored.has(serviceId.initialValue ?? "") ? (
                  <p className="commission-service">
                    <span className="field-label">Service</span>
                    {stored.get(serviceId.initialValue ?? "")}
                    <input type="hidden" name={serviceId.name} value={serviceId.initialValue} />
                  </p>
                ) : (
                  <SelectField
                    label="Service"
                    {...choiceProps(serviceId)}
                    required
                    emptyLabel="Choose a service"
                    options={optionsFor(serviceId.value)}
                    onChange={(event) => choose(event.currentTarget.value)}
                    autoFocus={landing === index}
                  />
                )}
                <NumberField label="Percent" {...choiceProps(percent)} required decimals />
                <CheckboxField label="First time" {...checkboxProps(firstTime)} />
                <CheckboxField label="Perpetual" {...checkboxProps(perpetual)} />
                <RowButtons
                  form={form}
                  list="commissions"
                  index={index}
                  count={rows.length}
                  label={`commission ${index + 1}`}
                />
              </fieldset>
            );
          })}
          <AddRow
            form={form}
            list="commissions"
            row={{ serviceId: "", percent: "10", firstTime: false, perpetual: true }}
            label="Add commission"
            said={said}
          />
        </div>
        <div className="form-actions row-end">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
