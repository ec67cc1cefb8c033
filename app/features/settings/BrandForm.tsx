import { type SubmissionResult, useForm } from "@conform-to/react";
import { useRef } from "react";
import type { z } from "zod";
import { type LanguageTag, languageLabels, languages } from "~/domain/languages";
import type { AccentPalette } from "~/domain/settings";
import { BrandInput } from "~/domain/settings/brandInput";
import type { ShownFile } from "~/domain/uploads/shownFile";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { filesOf, StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { uploadFormProps } from "~/ui/form/uploadFormProps";
import { AccentPreview } from "./AccentPreview";

interface EditableBrand {
  version: number;
  name: string;
  accent: string;
  palette: AccentPalette | null;
  language: LanguageTag;
  logo?: ShownFile | null;
  logoDark?: ShownFile | null;
  icon?: ShownFile | null;
  /** The logo is one that printed documents cannot hold. */
  webp: boolean;
}

const pictures = [
  { name: "logo", label: "Logo on light", hint: "In the header of pages, mails and printed documents." },
  {
    name: "logoDark",
    label: "Logo on dark",
    hint: "For people who use the dark mode. Without it, the first logo gets a white ground.",
  },
  { name: "icon", label: "Icon", hint: "Square. Shown in the browser's tab." },
] as const;

const languageOptions = languages.map((value) => ({ value, label: languageLabels[value] }));

/** Name, accent and pictures of the agency. `posted`: the answer to a post that did not go through. */
export function BrandForm({ brand, posted }: { brand: EditableBrand; posted?: FileFormAnswer }) {
  const lastResult = posted?.result;
  const { version, name, accent, language } = brand;
  const stored = {
    name,
    accent,
    language,
    logo: brand.logo?.key,
    logoDark: brand.logoDark?.key,
    icon: brand.icon?.key,
  };
  const [form, fields] = useForm<z.input<typeof BrandInput>, BrandInput>({
    id: "brand",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { ...stored, version },
    onValidate: ({ formData }) => parseForm(formData, BrandInput),
  });
  const named = [
    toErrorSummaryItem("Name", fields.name),
    toErrorSummaryItem("Accent color", fields.accent),
    {
      ...toErrorSummaryItem("Language of dates", fields.language),
      options: languageOptions,
    },
    ...pictures.map(({ name, label }) => ({
      ...toErrorSummaryItem(label, fields[name]),
      options: filesOf(posted?.files, brand[name]),
    })),
  ];
  return (
    <Card>
      <Form className="form" {...uploadFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
        <TextField label="Name" {...fieldProps(fields.name)} required autoComplete="organization" />
        <AccentField {...fieldProps(fields.accent)} />
        <AccentPreview accent={accent} palette={brand.palette} />
        <SelectField
          label="Language of dates"
          {...fieldProps(fields.language)}
          options={languageOptions}
          hint="For dates, times and numbers on pages, in emails and on new documents."
        />
        {pictures.map(({ name, label, hint }) => {
          const key = lastResult ? lastResult.initialValue?.[name] : brand[name]?.key;
          return (
            <UploadField
              key={name}
              label={label}
              {...choiceProps(fields[name])}
              required={false}
              hint={`${hint} ${uploadHint("brandImage")} and 1,200 pixels.`}
              accept={acceptAttribute("brandImage")}
              upload={{ action: paths.uploads(), kind: "brandImage" }}
              picture={paths.file}
              received={[...(posted?.files ?? []), ...(brand[name] ? [brand[name]] : [])].find(
                (file) => file.key === key,
              )}
            />
          );
        })}
        {brand.webp ? (
          <p className="muted">
            Printed documents cannot hold a WebP picture, so they show the name. Upload the logo as PNG to print it.
          </p>
        ) : null}
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

/** A color as text. With script, the browser's own picker fills it in. */
function AccentField(props: ReturnType<typeof fieldProps>) {
  const picker = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const initial = String(props.defaultValue ?? "");
  return (
    <div className="accent-field" ref={area}>
      <TextField
        label="Accent color"
        hint="The color of buttons, links and charts, as # and six digits"
        {...props}
        required
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => {
          if (picker.current && /^#[0-9a-f]{6}$/i.test(currentTarget.value)) picker.current.value = currentTarget.value;
        }}
      />
      <input
        ref={picker}
        className="script-only"
        type="color"
        aria-label="Pick the accent color"
        defaultValue={/^#[0-9a-f]{6}$/i.test(initial) ? initial : "#000000"}
        onChange={({ currentTarget }) => {
          const text = area.current?.querySelector<HTMLInputElement>(`input[name="${props.name}"]`);
          if (!text) return;
          text.value = currentTarget.value;
          text.dispatchEvent(new Event("input", { bubbles: true }));
        }}
      />
    </div>
  );
}
