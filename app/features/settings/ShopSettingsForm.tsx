import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import type { ShopSettings } from "~/domain/settings";
import { ShopInput } from "~/domain/settings/shopInput";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { Icon } from "~/ui/icon/Icon";

interface ShopSettingsFormProps {
  shop: ShopSettings;
  shopUrl: string;
  embedUrl: string;
  version: number;
  lastResult?: SubmissionResult;
}

export function ShopSettingsForm({ shop, shopUrl, embedUrl, version, lastResult }: ShopSettingsFormProps) {
  const stored = { open: shop.open, sites: shop.sites.join("\n") };
  const [form, fields] = useForm<z.input<typeof ShopInput>, ShopInput>({
    id: "shop-settings",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { ...stored, version },
    onValidate: ({ formData }) => parseForm(formData, ShopInput),
  });
  const named = [
    toErrorSummaryItem("Open the shop", fields.open),
    toErrorSummaryItem("Sites that may embed a card", fields.sites),
  ];
  return (
    <Card>
      <Form method="post" className="form" {...getFormProps(form)}>
        <FormErrors errors={form.errors ?? []} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
        <CheckboxField
          label="Open the shop"
          {...checkboxProps(fields.open)}
          hint="Visitors and search engines see your listed services and their prices. Without the shop, people sign up first."
        />
        <p className="muted small">
          Its address: <a href={shopUrl}>{shopUrl}</a>
        </p>
        <TextAreaField
          label="Sites that may embed a card"
          {...fieldProps(fields.sites)}
          rows={3}
          hint="One address a line, such as https://www.example.com. Other sites cannot show your cards."
        />
        <details className="fold">
          <summary>
            <Icon name="chevron-right" size={14} />
            How to embed a service
          </summary>
          <p>Put this where the card should stand. The last part of a service's shop address names it:</p>
          <pre>{`<script src="${embedUrl}" data-service="link-building"></script>`}</pre>
        </details>
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
