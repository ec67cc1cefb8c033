import { Form, useSubmit } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { packageSlugs } from "~/domain/catalogue/slug";
import { Card } from "~/ui/card/Card";
import { copyText } from "~/ui/feedback/copyText";
import { Button } from "~/ui/form/Button";
import { NumberField } from "~/ui/form/NumberField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import {
  addOnNames,
  checkoutLink,
  type LinkService,
  linkCountName,
  linkErrors,
  linkTexts,
  linkTypes,
} from "./checkoutLink";

export interface LinkBuilderProps {
  siteUrl: string;
  service: LinkService;
  /** Other services to choose from. */
  services?: readonly { id: string; name: string }[];
  /** As the address of the page has them. */
  values: Record<string, string>;
  /** Of the affiliate whose link it is; staff type one. */
  ownRef?: string;
}

const labels: Record<(typeof linkTexts)[number], string> = {
  coupon: "Coupon code",
  utm_source: "Source (utm_source)",
  utm_medium: "Medium (utm_medium)",
  utm_campaign: "Campaign (utm_campaign)",
};

const valuesIn = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Builds the link of a checkout. Each change shows immediately; without script 'Show link' asks the server. */
export function LinkBuilder({ siteUrl, service, services = [], values, ownRef }: LinkBuilderProps) {
  const [typed, setTyped] = useState(values);
  const submit = useSubmit();
  const shown = useRef<HTMLDivElement>(null);
  const url = siteUrl + checkoutLink(service, ownRef ? { ...typed, ref: ownRef } : typed);
  const errors = linkErrors(typed);
  const change = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    if ((event.target as HTMLElement).getAttribute("name") === "service") submit(form, { replace: true });
    else setTyped(valuesIn(form));
  };
  const copy = async () => {
    const done = await copyText(url, {
      copied: "Link copied",
      failed: "The link could not be copied. Copy it from the field.",
    });
    if (!done) shown.current?.querySelector("textarea")?.select();
  };
  const slugs = packageSlugs(service.packages);
  const addOns = addOnNames(service);
  const types = linkTypes.filter(({ type }) => service.paymentTypes.includes(type));
  const text = (name: string, label: string) => (
    <TextField
      key={name}
      id={`link-${name}`}
      name={name}
      label={label}
      defaultValue={values[name]}
      maxLength={200}
      autoComplete="off"
    />
  );
  return (
    <div className="with-panel">
      <Card title="What the link chooses">
        <Form method="get" className="form" onChange={change} preventScrollReset>
          {services.length > 0 ? (
            <SelectField
              id="link-service"
              name="service"
              label="Service"
              options={services.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={service.id}
            />
          ) : null}
          {service.packages.length > 0 ? (
            <div className="form-columns">
              {service.packages.map(({ id, name }, index) => (
                <NumberField
                  key={id}
                  id={`link-count-${slugs[index]}`}
                  name={linkCountName(slugs[index]!)}
                  label={`Quantity of ${name}`}
                  defaultValue={values[linkCountName(slugs[index]!)]}
                  errors={errors[linkCountName(slugs[index]!)]}
                  placeholder="0"
                />
              ))}
            </div>
          ) : null}
          {addOns.length > 0 ? (
            <SelectField
              id="link-addOn"
              name="addOn"
              label="Add-on"
              options={addOns.map((value) => ({ value, label: value }))}
              emptyLabel="As the package proposes"
              defaultValue={values.addOn ?? ""}
            />
          ) : null}
          {types.length > 1 ? (
            <SelectField
              id="link-type"
              name="type"
              label="Payment"
              options={types}
              emptyLabel="The buyer chooses"
              defaultValue={values.type ?? ""}
            />
          ) : null}
          <div className="form-columns">
            {linkTexts.map((name) => text(name, labels[name]))}
            {ownRef ? null : text("ref", "Referral code of an affiliate")}
          </div>
          <div className="form-actions">
            <SubmitButton variant="outline">Show link</SubmitButton>
          </div>
        </Form>
      </Card>
      <Card title="Your link">
        <div className="stack" ref={shown}>
          <TextAreaField
            id="link-url"
            name="url"
            label="Address"
            value={url}
            readOnly
            rows={4}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="form-actions">
            <Button className="script-only" variant="solid" icon={<Icon name="copy" />} onClick={copy}>
              Copy link
            </Button>
          </div>
          <p className="muted small">
            The checkout ignores values that it cannot use, such as a package that you delete later, and says so.
          </p>
        </div>
      </Card>
    </div>
  );
}
