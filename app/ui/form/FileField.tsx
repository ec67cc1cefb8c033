import type { ComponentPropsWithoutRef } from "react";
import { formatFileSize } from "~/format/fileSize";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

/** A file uploaded by an earlier, failed post of this form. `size` is in bytes. */
export type ReceivedFile = { key: string; name: string; size: number };

type FileFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type"> & { received?: readonly ReceivedFile[] };

/**
 * A file input. Keeps files from a failed post. Each posts its key under the field's name, and again as
 * `{name}Removed` when its Remove box is ticked.
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
                    {file.name} <span className="muted small">{formatFileSize(file.size)}, already received</span>
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
            // Remounts to empty the control once its files are received, or they would be sent twice.
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
