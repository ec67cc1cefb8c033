import { FORM_OWNER } from "~/formNames";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { noteSaved } from "~/ui/form/unsavedForms";
import type { OrderPlace } from "./orderHref";
import { postOrderForm } from "./postOrderForm";

/** After the last key. */
const PAUSE_MS = 1000;

export interface DraftSaver {
  /** The text has changed. */
  changed(): void;
  /** Before the message is sent. Resolves when no save is under way. */
  stop(): Promise<void>;
}

/**
 * Keeps the form's text on the server while it is typed, one save at a time. A failed save is tried again with the next
 * change, and until then leaving the page asks. `onSaved` tells whether the server has what the form shows.
 */
export function draftSaver(place: OrderPlace, form: HTMLFormElement, onSaved: (saved: boolean) => void): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  const save = async () => {
    timer = undefined;
    const data = textOf(form);
    const { done } = await postOrderForm(place.orderId, "draft", data);
    if (!done || timer !== undefined) return;
    noteSaved(form);
    onSaved(data.get("body") !== "");
  };
  const begin = () => {
    saving = (saving ?? Promise.resolve()).then(save);
  };
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, PAUSE_MS);
  };
  // A person who leaves the field may leave the page.
  form.addEventListener("focusout", () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    begin();
  });
  return {
    changed: start,
    stop: async () => {
      clearTimeout(timer);
      timer = undefined;
      await saving;
    },
  };
}

/** The form without its files. */
function textOf(form: HTMLFormElement): FormData {
  const [all, text] = [new FormData(form), new FormData()];
  for (const name of ["thread", "key", "body", "reply", FORM_OWNER]) text.set(name, String(all.get(name) ?? ""));
  return text;
}

/** Puts the chosen saved reply below the form's text. Returns the errors by field. */
export async function insertReply(place: OrderPlace, form: HTMLFormElement) {
  const answer = await postOrderForm(place.orderId, "insert", textOf(form));
  const errors = fieldErrorsOf(answer);
  const area = form.querySelector("textarea");
  if (Object.keys(errors).length > 0 || !area) return errors;
  area.value = answer.result?.initialValue?.body ?? area.value;
  // The editor follows the textarea's event.
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.focus();
  return errors;
}
