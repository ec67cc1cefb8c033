import type { ComponentPropsWithoutRef } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

/** A file that an earlier, failed post of this form already brought. `size` is in bytes. */
export type ReceivedFile = { key: string; name: string; size: number };

type FileFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type"> & { received?: readonly ReceivedFile[] };

/**
 * A file to send. Files received before stay: each posts its key under the field's own name, and as `{name}Removed` when
 * its Remove box is ticked.
 */
export function FileField({ received = [], ...props }: FileFieldProps) {
  const [frame, control] = splitField(props);
  return (
    <Field {...frame}>
      {(tied) => (
        <>
          {received.length > 0 ? (
            <ul className="received" aria-label="Already received">
              {received.map((file) => (
                <li key={file.key}>
                  <span>
                    {file.name} <span className="muted small">{sizeInWords(file.size)}, already received</span>
                  </span>
                  <input type="hidden" name={tied.name} value={file.key} />
                  <label className="choice">
                    <input type="checkbox" name={`${tied.name}Removed`} value={file.key} />
                    <span>
                      Remove<span className="visually-hidden"> {file.name}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          ) : null}
          <input
            // Once received, a file is no longer in the control: sent again, it would be there twice.
            key={received.map((file) => file.key).join()}
            {...control}
            {...tied}
            required={tied.required && received.length === 0}
            type="file"
            className="input"
          />
        </>
      )}
    </Field>
  );
}

export function sizeInWords(bytes: number) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
