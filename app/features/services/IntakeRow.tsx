import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { z } from "zod";
import { defaultFieldName, type IntakeBuilderInput, LAST_FIELD_STAYS } from "~/domain/catalogue/intakeFormInput";
import { intakeItemTypes } from "~/domain/catalogue/serviceTypes";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { checkboxProps, choiceProps, fieldProps } from "~/ui/form/fieldProps";
import { RowButtons } from "~/ui/form/RowButtons";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { Icon } from "~/ui/icon/Icon";
import { itemTypeIcons } from "./itemTypeIcons";

type Item = z.input<typeof IntakeBuilderInput>["items"][number];

interface IntakeRowProps {
  form: FormMetadata<Record<string, unknown>>;
  fields: Required<{ [Name in keyof Item]: FieldMetadata<Item[Name]> }>;
  index: number;
  count: number;
  /** True for the row that the last post without script changed. */
  landing: boolean;
  /** True when that post added it. */
  added: boolean;
  files: readonly ReceivedFile[];
}

/** One field of the intake form: its question, with the help text behind 'Help'. */
export function IntakeRow({ form, fields, index, count, landing, added, files }: IntakeRowProps) {
  // A forged form may contain any value.
  const itemType = intakeItemTypes.find((type) => type === fields.itemType.initialValue) ?? "TEXT";
  const takesFile = itemType === "FILE_UPLOAD";
  const name = typeof fields.name.value === "string" ? fields.name.value : "";
  const label = name.trim() || `field ${index + 1}`;
  const image = files.find((file) => file.key === fields.imageKey.initialValue);
  const helped = Boolean(fields.helpText.initialValue || image);
  const wrong = Boolean(fields.helpText.errors || fields.imageKey.errors);
  return (
    <fieldset className="card part-row part-row-field" data-row>
      <legend className="visually-hidden">
        Field {index + 1}: {label}
      </legend>
      <input type="hidden" name={fields.id.name} value={fields.id.initialValue ?? ""} />
      <input type="hidden" name={fields.itemType.name} value={itemType} />
      <span className="field-kind">
        <span className="script-only" data-handle title="Drag to move" aria-hidden="true">
          <Icon name="grip-vertical" />
        </span>
        <Icon name={itemTypeIcons[itemType]} />
        <span>{defaultFieldName[itemType]}</span>
      </span>
      <div className="field-name">
        <TextField label="Name" {...fieldProps(fields.name)} required autoComplete="off" autoFocus={landing && added} />
      </div>
      {takesFile ? (
        <div className="field-choices field-choices-two">
          <input type="hidden" name={fields.placeHolder.name} value={fields.placeHolder.initialValue ?? ""} />
          <CheckboxField label="Required" {...checkboxProps(fields.mandatory)} />
          <CheckboxField label="Several files" {...checkboxProps(fields.multiple)} />
        </div>
      ) : (
        <>
          <div className="field-holder">
            <TextField label="Placeholder" {...fieldProps(fields.placeHolder)} autoComplete="off" />
          </div>
          <div className="field-choices">
            <CheckboxField label="Required" {...checkboxProps(fields.mandatory)} />
          </div>
        </>
      )}
      <RowButtons
        form={form}
        list="items"
        index={index}
        count={count}
        label={label}
        movable
        least={1}
        leastText={LAST_FIELD_STAYS}
        landing={landing && !added}
      />
      <details className="field-help" open={wrong || undefined}>
        <summary>
          <Icon name="chevron-down" />
          Help text and image {helped ? <Badge>Added</Badge> : null}
        </summary>
        <div className="field-help-parts">
          <TextField label="Help text" {...fieldProps(fields.helpText)} autoComplete="off" />
          <UploadField
            label="Help image"
            {...choiceProps(fields.imageKey)}
            hint={uploadHint("intakeFieldImage")}
            accept={acceptAttribute("intakeFieldImage")}
            upload={{ action: paths.uploads(), kind: "intakeFieldImage" }}
            received={image}
            picture={paths.file}
          />
        </div>
      </details>
    </fieldset>
  );
}
