import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { formatFileSize } from "~/format/fileSize";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { ProgressBar } from "../feedback/ProgressBar";
import { showToast } from "../feedback/showToast";
import { Button } from "./Button";
import { Field, type FieldBase } from "./Field";
import type { ReceivedFile } from "./FileField";
import { sendFile, type UploadTarget } from "./sendFile";
import { useHydrated } from "./useHydrated";

type UploadFieldProps = FieldBase & {
  accept: string;
  /** Existing files: saved earlier, or received by a failed post of this form. */
  received?: ReceivedFile;
  upload: UploadTarget;
  /** Address of a picture, to show it; leave out for documents. */
  picture?: (key: string) => string;
};

interface Sending {
  name: string;
  percent: number;
}

/**
 * One file. With script it is sent as soon as it is chosen, with its percentage, and the form posts its key; without, it
 * goes with the form. Either way what was received stays until Remove.
 */
export function UploadField({ accept, received, upload, picture, ...frame }: UploadFieldProps) {
  const hydrated = useHydrated();
  const [kept, setKept] = useState(received);
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<string>();
  const posted = useRef<HTMLInputElement>(null);
  const control = useRef<HTMLInputElement>(null);
  /** What became of the file, read out. */
  const [said, say] = useState("");
  const told = useRef(kept?.key);
  const turn = useRef(0);
  useEffect(() => {
    if (told.current === kept?.key) return;
    told.current = kept?.key;
    // The form checks again what it complained about.
    posted.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [kept]);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file || !hydrated) return;
    // Chosen while another one is on its way, a file takes its place, whichever arrives first.
    const mine = ++turn.current;
    const show = (share: Sending) => turn.current === mine && setSending(share);
    setRefused(undefined);
    show({ name: file.name, percent: 0 });
    say(`Uploading ${file.name}`);
    const sent = await sendFile(upload, file, identityOf(input.form, frame.name), (percent) =>
      show({ name: file.name, percent }),
    ).catch((error: unknown) => error);
    if (turn.current !== mine) return;
    if (sent instanceof Error) setRefused(sent.message);
    else setKept(sent as ReceivedFile);
    say(sent instanceof Error ? sent.message : `${file.name} uploaded`);
    setSending(undefined);
    input.value = "";
  };
  const remove = () => {
    say(`${kept?.name} removed`);
    setKept(undefined);
    // The button goes with the file.
    control.current?.focus();
  };
  return (
    <Field {...frame} errors={refused ? [refused] : frame.errors}>
      {(tied) => (
        <div className="upload" data-uploading={sending ? "" : undefined}>
          {hydrated ? <input ref={posted} type="hidden" name={tied.name} value={kept?.key ?? ""} /> : null}
          {kept ? (
            <div className="upload-kept">
              {picture ? <img src={picture(kept.key)} alt="" width={96} height={54} /> : null}
              <span className="upload-name">
                {kept.name} <span className="muted small">{formatFileSize(kept.size)}</span>
              </span>
              {hydrated ? (
                <Button size={1} variant="ghost" onClick={remove}>
                  Remove<span className="visually-hidden"> {kept.name}</span>
                </Button>
              ) : (
                <>
                  <input type="hidden" name={tied.name} value={kept.key} />
                  <label className="choice">
                    <input type="checkbox" name={`${tied.name}Removed`} value={kept.key} />
                    <span>
                      Remove<span className="visually-hidden"> {kept.name}</span>
                    </span>
                  </label>
                </>
              )}
            </div>
          ) : null}
          {sending ? <ProgressBar label={`Uploading ${sending.name}`} value={sending.percent} /> : null}
          <p className="visually-hidden" role="status">
            {said}
          </p>
          <input
            {...tied}
            ref={control}
            // Its file has gone ahead: the form posts the key in its place.
            name={hydrated ? undefined : tied.name}
            required={tied.required && !hydrated && !kept}
            type="file"
            accept={accept}
            className="input"
            onChange={choose}
          />
        </div>
      )}
    </Field>
  );
}

/** What names the form and the field of a file that goes ahead of it. */
function identityOf(form: HTMLFormElement | null, field: string) {
  const own = form ? [...new FormData(form)].filter(([name]) => name === FORM_KEY || name === FORM_OWNER) : [];
  return { ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])), field };
}

/**
 * In a form's onSubmit: whether it has to wait for an upload. Says so, and stops the post. A button that adds, moves or
 * removes a row sends nothing off, and does not wait.
 */
export function waitsForUpload(event: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter?.getAttribute("name") === "__intent__") return false;
  if (!event.currentTarget.querySelector("[data-uploading]")) return false;
  event.preventDefault();
  showToast("info", "Wait until the upload has finished.");
  return true;
}
