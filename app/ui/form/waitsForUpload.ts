import type { FormEvent } from "react";
import { showToast } from "../feedback/showToast";

/** Event of a field whose uploads have ended. Its detail is true when every one of them arrived. */
export const UPLOADS_ENDED = "uploadsended";

const waiting = new WeakSet<HTMLFormElement>();

/**
 * In a form's onSubmit: true when the form has to wait for an upload. The form is then submitted when its uploads have
 * arrived; after a failed or cancelled one the person decides. A button that changes rows sends nothing and never
 * waits.
 */
export function waitsForUpload(event: FormEvent<HTMLFormElement>): boolean {
  const form = event.currentTarget;
  const submitter = (event.nativeEvent as SubmitEvent).submitter;
  if (submitter?.getAttribute("name") === "__intent__") return false;
  const failed = form.querySelector<HTMLElement>("[data-upload-failed] button");
  if (failed) {
    event.preventDefault();
    showToast("info", "A file was not uploaded. Remove it, or try again.");
    failed.focus();
    return true;
  }
  if (!form.querySelector("[data-uploading]")) return false;
  event.preventDefault();
  if (!waiting.has(form)) void submitAfterUploads(form, submitter);
  return true;
}

async function submitAfterUploads(form: HTMLFormElement, submitter: HTMLElement | null) {
  waiting.add(form);
  const closeToast = showToast("info", "Uploading files...");
  const complete = await new Promise<boolean>((resolve) => {
    const ended = ({ detail }: Event & { detail?: unknown }) => {
      if (detail === true && form.querySelector("[data-uploading]")) return;
      form.removeEventListener(UPLOADS_ENDED, ended);
      resolve(detail === true);
    };
    form.addEventListener(UPLOADS_ENDED, ended);
  });
  waiting.delete(form);
  closeToast();
  if (complete && form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : undefined);
}
