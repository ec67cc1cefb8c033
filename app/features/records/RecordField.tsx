import type { ReactNode } from "react";
import { acceptAttribute, type UploadKind, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { ExpiryField } from "~/ui/form/ExpiryField";
import { checkboxProps, choiceProps, fieldProps, multiSelectProps } from "~/ui/form/fieldProps";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { SelectField } from "~/ui/form/SelectField";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import type { RecordFormState } from "./RecordForm";

interface RecordFieldProps {
  of: RecordFormState;
  name: string;
  hint?: ReactNode;
  /** Lines of a text. */
  rows?: number;
}

/** One field of a record's form, as its kind is typed. */
export function RecordField({ of, name, hint, rows = 4 }: RecordFieldProps) {
  const { kind, label, form, initial, max, file } = of.fields[name]!;
  const control = of.controls[name]!;
  const options = of.optionsOf(name) ?? [];
  const required = !form.safeParse(undefined).success;
  const choice = { label, hint, ...choiceProps(control) };
  const typed = { label, hint, ...fieldProps(control), required };
  switch (kind) {
    case "line":
      return <TextField {...typed} autoComplete="off" />;
    case "text":
      return <TextAreaField {...typed} limit={max} rows={rows} />;
    case "webAddress":
      return <TextField {...typed} type="url" placeholder="https://" />;
    case "flag":
      return <CheckboxField label={label} hint={hint} {...checkboxProps(control)} />;
    case "firstDay":
      return <DateField {...choice} required={required} />;
    case "lastDay":
      return (
        <ExpiryField
          {...choice}
          required={required}
          lastResult={of.lastResult}
          shown={of.stored[name] as string | undefined}
        />
      );
    case "choice":
      return required ? (
        <SelectField {...choice} required options={options} emptyLabel={`Choose a ${label.toLowerCase()}`} />
      ) : (
        <RadioGroupField {...choice} defaultValue={String(control.initialValue ?? initial)} options={options} />
      );
    case "ids": {
      const { defaultValue, ...rest } = multiSelectProps(control);
      const ticked = defaultValue.filter((id) => id !== undefined);
      return (
        <MultiSelectField
          {...rest}
          label={label}
          hint={hint}
          defaultValue={ticked}
          required={required}
          emptyLabel="None"
          options={options}
        />
      );
    }
    case "upload": {
      const files = file as UploadKind;
      return (
        <UploadField
          {...choice}
          hint={required ? uploadHint(files) : `Optional. ${uploadHint(files)}`}
          required={required}
          accept={acceptAttribute(files)}
          upload={{ action: paths.uploads(), kind: files }}
          received={of.received}
        />
      );
    }
  }
}

/** The stored picture, above the field that replaces it. */
export function RecordPicture({ of }: Pick<RecordFieldProps, "of">) {
  const file = of.record?.file;
  return file ? <img className="record-picture" src={file.url} alt={`Now: ${file.name}`} /> : null;
}
