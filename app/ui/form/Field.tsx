import type { ReactNode } from "react";
import { Icon } from "../icon/Icon";

/** The props of every field, in addition to its control's attributes. */
export type FieldBase = {
  /** Name in the form data; also the id unless `id` is given. */
  name: string;
  id?: string;
  label: ReactNode;
  /** The field shows the first message. All are announced with the control. */
  errors?: string[];
  /** One line of help below the label. */
  hint?: ReactNode;
  required?: boolean;
  /** Hides the label visually (for a filter whose placeholder explains it). */
  hideLabel?: boolean;
};

/** Attributes that tie label, hint and errors to the control. */
export type ControlProps = {
  id: string;
  name: string;
  required: boolean | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = FieldBase & {
  /** Alias of `errors`. */
  error?: string[];
  /** Renders the control with these attributes. */
  children: (control: ControlProps) => ReactNode;
  /** For a group of controls (radios, checkboxes, a stepper): uses a fieldset with a legend. */
  group?: boolean;
  /** Gives the label the id `{id}-label`, for a control that names it. */
  labelId?: boolean;
};

/** Label, hint, control and error of one field, linked for assistive technology. */
export function Field({
  name,
  label,
  hint,
  required,
  hideLabel,
  group,
  labelId,
  children,
  error,
  ...rest
}: FieldProps) {
  const id = rest.id ?? name;
  const errors = rest.errors ?? error;
  const invalid = errors !== undefined && errors.length > 0;
  const describedBy = [hint ? `${id}-hint` : "", invalid ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  const control = children({
    id,
    name,
    required,
    "aria-describedby": describedBy,
    "aria-invalid": invalid || undefined,
  });
  const words = (
    <>
      {label}
      {required ? (
        <span className="field-required" aria-hidden="true">
          *
        </span>
      ) : null}
    </>
  );
  const labelClass = hideLabel ? "visually-hidden" : "field-label";
  const notes = (
    <>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {control}
      {invalid ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="circle-exclamation-point" size={14} />
          <span>{errors.join(" ")}</span>
        </p>
      ) : null}
    </>
  );
  if (group) {
    return (
      <fieldset className="field" id={id} tabIndex={-1} aria-describedby={describedBy}>
        <legend className={labelClass}>{words}</legend>
        {notes}
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label className={labelClass} htmlFor={id} id={labelId ? `${id}-label` : undefined}>
        {words}
      </label>
      {notes}
    </div>
  );
}
