import { type ChangeEvent, useEffect, useRef } from "react";
import { formatFileSize } from "~/format/fileSize";
import { ProgressBar } from "../feedback/ProgressBar";
import { Icon } from "../icon/Icon";
import type { IconName } from "../icon/iconNames";
import { Button } from "./Button";
import { buttonClass } from "./buttonClass";
import { Field, type FieldBase } from "./Field";
import type { ReceivedFile } from "./receivedFile";
import type { UploadTarget } from "./sendFile";
import { useHydrated } from "./useHydrated";
import { type UploadEntry, useUploads } from "./useUploads";

type UploadFieldProps = FieldBase & {
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Existing files: saved earlier, or received by a failed post of this form. */
  received?: ReceivedFile | readonly ReceivedFile[];
  upload: UploadTarget;
  /** Address of a picture, to show it; leave out for documents. */
  picture?: (key: string) => string;
  /** Text of a button in place of the browser's own control. */
  button?: string;
  icon?: IconName;
};

/**
 * The file field of every form. With script a file is sent when it is chosen, with its percentage, and the form posts
 * its key; without script it is part of the form. Received files stay until Remove.
 */
export function UploadField({
  accept,
  multiple = false,
  disabled,
  received = [],
  upload,
  picture,
  button,
  icon = "pencil",
  ...frame
}: UploadFieldProps) {
  const hydrated = useHydrated();
  const area = useRef<HTMLDivElement>(null);
  const posted = useRef<HTMLInputElement>(null);
  const control = useRef<HTMLInputElement>(null);
  const initial = [received].flat();
  const uploads = useUploads({ field: frame.name, multiple, received: initial, upload, area });
  const { entries, busy } = uploads;
  const keys = entries.flatMap(({ key }) => key ?? []);
  const keyText = keys.join();
  const before = useRef(keyText);
  useEffect(() => {
    if (before.current === keyText) return;
    before.current = keyText;
    // The form validates the field again.
    posted.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [keyText]);

  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    if (!hydrated || !input.files?.length) return;
    uploads.choose([...input.files], input.form);
    // The same file can be chosen again.
    input.value = "";
  };
  const remove = (entry: UploadEntry) => {
    uploads.remove(entry);
    // The focused button is removed with the file.
    control.current?.focus();
  };
  const tryAgain = (entry: UploadEntry) => {
    uploads.tryAgain(entry, control.current?.form ?? null);
    control.current?.focus();
  };
  const problems = [...new Set(entries.flatMap(({ failure }) => failure ?? []))];
  return (
    <Field {...frame} errors={problems.length > 0 ? problems : frame.errors}>
      {(tied) => (
        <div ref={area} className="upload" data-uploading={busy ? "" : undefined}>
          {/* Without a file the form posts an empty key, which removes a saved one. */}
          {hydrated && !multiple ? (
            <input ref={posted} type="hidden" name={tied.name} value={keys[0] ?? ""} />
          ) : hydrated ? (
            keys.map((key) => <input key={key} type="hidden" name={tied.name} value={key} />)
          ) : null}
          {entries.some(({ key }) => key) ? (
            <ul className="upload-list" aria-label="Already received">
              {entries.map(({ key, id, name, size }) =>
                key ? (
                  <li key={id} className="upload-kept">
                    {picture ? <img src={picture(key)} alt="" width={96} height={54} /> : null}
                    <span className="upload-name">
                      {name}{" "}
                      <span className="muted small">
                        {formatFileSize(size)}
                        {hydrated ? "" : ", already received"}
                      </span>
                    </span>
                    {hydrated ? (
                      <Button size={1} variant="ghost" onClick={() => remove({ id, name, size })}>
                        Remove<span className="visually-hidden"> {name}</span>
                      </Button>
                    ) : (
                      <>
                        <input type="hidden" name={tied.name} value={key} />
                        <label className="choice">
                          <input type="checkbox" name={`${tied.name}Removed`} value={key} />
                          <span>
                            Remove<span className="visually-hidden"> {name}</span>
                          </span>
                        </label>
                      </>
                    )}
                  </li>
                ) : null,
              )}
            </ul>
          ) : null}
          {entries.map((entry) =>
            entry.percent !== undefined ? (
              <div key={entry.id} className="upload-sending">
                <ProgressBar label={`Uploading ${entry.name}`} value={entry.percent} />
                <Button size={1} variant="ghost" onClick={() => remove(entry)}>
                  Cancel<span className="visually-hidden"> the upload of {entry.name}</span>
                </Button>
              </div>
            ) : entry.failure ? (
              <div key={entry.id} className="upload-kept" data-upload-failed>
                <span className="upload-name">
                  {entry.name} <span className="muted small">Not uploaded</span>
                </span>
                {entry.file ? (
                  <Button size={1} onClick={() => tryAgain(entry)}>
                    Try again<span className="visually-hidden"> with {entry.name}</span>
                  </Button>
                ) : null}
                <Button size={1} variant="ghost" onClick={() => remove(entry)}>
                  Remove<span className="visually-hidden"> {entry.name}</span>
                </Button>
              </div>
            ) : null,
          )}
          <p className="visually-hidden" role="status">
            {uploads.status}
          </p>
          {button ? (
            <label htmlFor={tied.id} className={`${buttonClass({ variant: "outline" })} upload-button script-only`}>
              <Icon name={icon} />
              {button}
            </label>
          ) : null}
          <input
            {...tied}
            ref={control}
            // With script its file was sent ahead, and the form posts the key instead.
            name={hydrated ? undefined : tied.name}
            required={tied.required && entries.length === 0}
            type="file"
            accept={accept}
            multiple={multiple}
            disabled={disabled}
            className={button ? "input upload-behind" : "input"}
            onChange={choose}
          />
        </div>
      )}
    </Field>
  );
}
