import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { type ChangeEvent, useState } from "react";
import type { z } from "zod";
import type { CouponChoices } from "~/domain/coupons/couponChoices";
import { CouponInput } from "~/domain/coupons/couponInput";
import { couponTypes } from "~/domain/coupons/couponStates";
import type { Coupon } from "~/domain/coupons/storedCoupon";
import { lastDayBefore } from "~/domain/days";
import { useAgencyZone } from "~/features/frame/useZone";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { ExpiryField } from "~/ui/form/ExpiryField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";
import { AffiliatePicker } from "./AffiliatePicker";
import { couponTypeLabels } from "./couponLabels";
import { ServicePicker } from "./ServicePicker";

interface CouponFormProps {
  /** Null while it is being created. */
  coupon: Coupon | null;
  choices: CouponChoices;
  /** The search texts. */
  search: { service: string; affiliate: string };
  lastResult?: SubmissionResult;
}

type Shape = z.input<typeof CouponInput>;

const startOf = (coupon: Coupon | null, zone: string) =>
  coupon
    ? {
        code: coupon.code,
        description: coupon.description,
        type: coupon.type,
        discount: coupon.type === "FIXED" ? coupon.discount / 100 : coupon.discount,
        serviceIds: coupon.services.map(({ id }) => id),
        limitOnePerCustomer: coupon.limitOnePerCustomer,
        limitUsages: coupon.usageLimit !== null,
        limit: coupon.usageLimit ?? undefined,
        setExpiry: coupon.expiresAt !== null,
        expiryDate: coupon.expiresAt === null ? undefined : lastDayBefore(coupon.expiresAt, zone),
        affiliateId: coupon.affiliate?.id,
      }
    : { type: "PERCENTAGE" as const };

const optionsOf = (list: readonly ({ id: string; name: string } | null | undefined)[]) =>
  list.flatMap((one) => (one ? [{ value: one.id, label: one.name }] : []));

/** A coupon's form. Turning a switch off clears its value. */
export function CouponForm({ coupon, choices, search, lastResult }: CouponFormProps) {
  const zone = useAgencyZone();
  const hydrated = useHydrated();
  // The version this page was rendered from, so that a later change by another person is noticed (rules.md
  // forms/version).
  const [version] = useState(coupon?.version);
  const stored = startOf(coupon, zone);
  const [form, fields] = useForm<Shape>({
    id: "coupon",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored,
    onValidate: ({ formData }) => parseForm(formData, CouponInput),
  });
  const clear = (id: string) => (event: ChangeEvent<HTMLInputElement>) => {
    const input = document.getElementById(id);
    if (!event.currentTarget.checked && input instanceof HTMLInputElement) input.value = "";
  };
  const type = fields.type.value ?? "PERCENTAGE";
  const affiliates = [coupon?.affiliate, choices.chosenAffiliate, ...choices.affiliates];
  const named = [
    toErrorSummaryItem("Code", fields.code),
    toErrorSummaryItem("Description", fields.description),
    {
      ...toErrorSummaryItem("Type", fields.type),
      options: couponTypes.map((value) => ({ value, label: couponTypeLabels[value] })),
    },
    toErrorSummaryItem("Discount", fields.discount),
    {
      ...toErrorSummaryItem("Services", fields.serviceIds),
      options: optionsOf([...(coupon?.services ?? []), ...choices.chosenServices, ...choices.services]),
    },
    toErrorSummaryItem("Limit one use per customer", fields.limitOnePerCustomer),
    toErrorSummaryItem("Limit total usages", fields.limitUsages),
    toErrorSummaryItem("Usage limit", fields.limit),
    toErrorSummaryItem("Set expiry", fields.setExpiry),
    toErrorSummaryItem("Expiry date", fields.expiryDate),
    { ...toErrorSummaryItem("Credited affiliate", fields.affiliateId), options: optionsOf(affiliates) },
  ];
  return (
    <Form
      method="post"
      action={coupon ? paths.coupon(coupon.id) : paths.couponNew()}
      className="form coupon-form"
      {...getFormProps(form)}
    >
      {/* Without script Enter presses the first button, a search step, which loses nothing. */}
      {hydrated ? <DefaultSubmit /> : null}
      <FormErrors errors={[...(form.errors ?? []), ...(fields.version.errors ?? [])]} fields={named} />
      <StaleFields lastResult={lastResult} stored={stored} version={coupon?.version} fields={named} />
      {coupon ? (
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
      ) : null}
      <Card title="Discount">
        <div className="form">
          <TextField
            label="Code"
            {...fieldProps(fields.code)}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="in-capitals"
            onInput={(event) => {
              // Only when it changes something, because a write moves the cursor to the end.
              const field = event.currentTarget;
              const [text, at] = [field.value.toUpperCase(), field.selectionStart];
              if (text === field.value) return;
              field.value = text;
              field.setSelectionRange(at, at);
            }}
            hint="At least 3 characters. Saved in capitals."
          />
          <TextAreaField
            label="Description"
            hint="Only your team sees this"
            {...fieldProps(fields.description)}
            limit={500}
            rows={2}
          />
          <RadioGroupField
            label="Type"
            {...choiceProps(fields.type)}
            defaultValue={String(fields.type.initialValue ?? "PERCENTAGE")}
            required
            inline
            options={couponTypes.map((value) => ({ value, label: couponTypeLabels[value] }))}
          />
          <NumberField
            label="Discount"
            {...choiceProps(fields.discount)}
            required
            hint={type === "FIXED" ? "Whole dollars off the order" : "Percent off the order, 1 to 100"}
          />
        </div>
      </Card>
      <Card title="Applies to">
        <ServicePicker
          id={fields.serviceIds.id}
          name={fields.serviceIds.name}
          errors={fields.serviceIds.errors}
          search={search.service}
          found={choices.services}
          chosen={choices.chosenServices}
        />
      </Card>
      <Card title="Limits">
        <div className="form">
          <CheckboxField
            label="Limit one use per customer"
            role="switch"
            {...checkboxProps(fields.limitOnePerCustomer)}
          />
          <div className="switched">
            <CheckboxField
              label="Limit total usages"
              role="switch"
              {...checkboxProps(fields.limitUsages)}
              onChange={clear(fields.limit.id)}
            />
            <NumberField
              label="Usage limit"
              {...choiceProps(fields.limit)}
              hint="Number of orders that can use it. Unpaid orders count for 24 hours, those of new clients for one hour."
            />
          </div>
          <div className="switched">
            <CheckboxField
              label="Set expiry"
              role="switch"
              {...checkboxProps(fields.setExpiry)}
              onChange={clear(fields.expiryDate.id)}
            />
            <ExpiryField
              lastResult={lastResult}
              shown={"expiryDate" in stored ? stored.expiryDate : undefined}
              label="Expiry date"
              {...choiceProps(fields.expiryDate)}
              hint={`Works until the end of this day, ${zoneWords(zone)}`}
            />
          </div>
        </div>
      </Card>
      <Card title="Affiliate">
        <AffiliatePicker
          id={fields.affiliateId.id}
          name={fields.affiliateId.name}
          errors={fields.affiliateId.errors}
          search={search.affiliate}
          found={choices.affiliates}
          chosen={choices.chosenAffiliate}
        />
      </Card>
      <div className="form-actions">
        <LinkButton to={paths.coupons()}>Cancel</LinkButton>
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
