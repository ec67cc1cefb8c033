import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { ContactInput, MAX_LINKS, MAX_QUOTES, ratings } from "~/domain/settings/contactInput";
import type { contactForm } from "~/domain/settings/saveContact";
import { Card } from "~/ui/card/Card";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { SettingsRows } from "./SettingsRows";

interface ContactFormProps {
  contact: ReturnType<typeof contactForm>;
  version: number;
  lastResult?: SubmissionResult;
}

const linkColumns = [
  { name: "label", label: "Label" },
  { name: "href", label: "Address", type: "url" },
] as const;
const lists = {
  socialLinks: "Social links",
  legalLinks: "Legal links",
  testimonials: "Testimonials",
  claims: "Claims",
} as const;

export function ContactForm({ contact, version, lastResult }: ContactFormProps) {
  const [form, fields] = useForm<z.input<typeof ContactInput>, ContactInput>({
    id: "contact",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { ...contact, version } as z.input<typeof ContactInput>,
    onValidate: ({ formData }) => parseForm(formData, ContactInput),
  });
  const labels = {
    supportEmail: "Support address",
    videoUrl: "Address of the video",
    videoTitle: "Title of the video",
    captionsUrl: "Captions",
    strategyTitle: "Title of the card",
    strategyText: "Text of the card",
    strategyAction: "Button",
    strategyHref: "Address of the button",
  } as const;
  const item = (name: keyof typeof labels) => toErrorSummaryItem(labels[name], fields[name]);
  const rowItems = (Object.keys(lists) as (keyof typeof lists)[]).flatMap((name) =>
    fields[name]
      .getFieldList()
      .flatMap((row, index) =>
        Object.values(row.getFieldset()).map((cell) => toErrorSummaryItem(`${lists[name]} ${index + 1}`, cell)),
      ),
  );
  const named = [...(Object.keys(labels) as (keyof typeof labels)[]).map(item), ...rowItems];
  const text = (name: keyof typeof labels) => ({
    label: labels[name],
    ...fieldProps(fields[name]),
    autoComplete: "off",
  });
  const rows = (name: keyof typeof lists) => ({
    form: form as never,
    list: fields[name] as never,
    title: lists[name],
    lastResult,
  });
  return (
    <Form method="post" className="stack" {...getFormProps(form)}>
      <DefaultSubmit />
      <FormErrors errors={form.errors ?? []} fields={named} />
      <StaleFields
        lastResult={lastResult}
        stored={contact}
        version={version}
        fields={[...named, ...Object.entries(lists).map(([name, label]) => ({ name, label }))]}
      />
      <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
      <Card title="Support">
        <TextField
          {...text("supportEmail")}
          required
          type="email"
          hint="On printed documents, in mails about security and in error messages"
        />
      </Card>
      <SettingsRows
        {...rows("socialLinks")}
        help="Under every page, on its left."
        noun="social link"
        columns={linkColumns}
        most={MAX_LINKS}
      />
      <SettingsRows
        {...rows("legalLinks")}
        help="Under every page, on its right: Privacy, Terms, Refund Policy."
        noun="legal link"
        columns={linkColumns}
        most={MAX_LINKS}
      />
      <SettingsRows
        {...rows("testimonials")}
        help="Next to the sign-in form, one at a time."
        noun="testimonial"
        columns={[
          { name: "text", label: "Quote", long: true },
          { name: "author", label: "Author" },
          { name: "rating", label: "Rating", options: ratings.map((value) => ({ value, label: `${value} stars` })) },
        ]}
        most={MAX_QUOTES}
      />
      <SettingsRows
        {...rows("claims")}
        help="Under the testimonials."
        noun="claim"
        columns={[{ name: "text", label: "Claim" }]}
        most={6}
      />
      <Card title="Welcome video">
        <div className="form">
          <TextField
            {...text("videoUrl")}
            type="url"
            hint="Shown after a client's first sign-in. Leave it empty for none."
          />
          <TextField {...text("videoTitle")} />
          <TextField {...text("captionsUrl")} type="url" hint="A WebVTT file. Leave it empty for none." />
        </div>
      </Card>
      <Card title="Strategy card">
        <div className="form">
          <TextField
            {...text("strategyHref")}
            type="url"
            hint="The card on the client's dashboard. Leave it empty for none."
          />
          <TextField {...text("strategyTitle")} />
          <TextAreaField {...text("strategyText")} />
          <TextField {...text("strategyAction")} />
        </div>
      </Card>
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
