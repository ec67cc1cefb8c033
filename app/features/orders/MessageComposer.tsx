import { type FormEvent, type KeyboardEvent, useState } from "react";
import { MAX_MESSAGE } from "~/domain/messages/messageThreads";
import { showToast } from "~/ui/feedback/showToast";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormIdentity } from "~/ui/form/FormIdentity";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { RichTextField } from "~/ui/form/RichTextField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useHydrated } from "~/ui/form/useHydrated";
import { Icon } from "~/ui/icon/Icon";
import type { OrderFormAnswer } from "./orderForms";
import { type OrderPlace, orderHref } from "./orderHref";
import { postOrderForm } from "./postOrderForm";

interface MessageComposerProps {
  place: OrderPlace;
  staff: boolean;
  /** Identifies the form, so that sending it again adds nothing. */
  formKey: string;
  answer?: OrderFormAnswer;
  /** The other thread is shown. The form stays in the page with its unsent text. */
  hidden: boolean;
  /** Tells whether the form holds unsent text. */
  onDraft: (unsent: boolean) => void;
  onSent: () => Promise<void>;
}

/** Composes a message to the thread. Send is disabled while sending and while the message is empty. */
export function MessageComposer({ place, staff, formKey, answer, hidden, onDraft, onSent }: MessageComposerProps) {
  const hydrated = useHydrated();
  const [key, setKey] = useState(formKey);
  const [errors, setErrors] = useState(fieldErrorsOf(answer));
  const begun = answer?.result?.initialValue?.body;
  const id = place.thread === "Admin" ? "internal-message" : "message";
  const [empty, setEmpty] = useState(!begun?.trim());
  const [sending, setSending] = useState(false);
  // Every message starts with an empty field.
  const [round, setRound] = useState(0);
  const off = hydrated && empty;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending || empty) return;
    setSending(true);
    const result = await postOrderForm(place.orderId, "message", new FormData(form));
    setSending(false);
    setErrors(fieldErrorsOf(result));
    if (!result.done) return;
    showToast("success", result.done);
    setKey(crypto.randomUUID());
    setEmpty(true);
    onDraft(false);
    setRound((before) => before + 1);
    await onSent();
    // Leaves the focus alone when it has moved elsewhere.
    const { activeElement, body } = document;
    if (activeElement === body || form.contains(activeElement)) form.querySelector("textarea")?.focus();
  }

  const look = (event: FormEvent<HTMLFormElement>) => {
    const field = event.target;
    if (!(field instanceof HTMLTextAreaElement)) return;
    const isEmpty = field.value.trim() === "";
    setEmpty(isEmpty);
    onDraft(!isEmpty);
  };
  return (
    <form
      method="post"
      action={`${orderHref(place, "message")}#messages`}
      className="form talk-composer"
      hidden={hidden}
      onSubmit={send}
      onInput={look}
      onKeyDown={sendOnShortcut}
    >
      <FormErrors id={`${id}-errors`} errors={errors[""]} fields={[{ id, label: "Message", errors: errors.body }]} />
      <input type="hidden" name="thread" value={place.thread} />
      <input type="hidden" name="key" value={key} />
      <RichTextField
        key={round}
        id={id}
        name="body"
        label={place.thread === "Admin" ? "Internal message" : staff ? "Message to the client" : "Your message"}
        rows={4}
        required
        maxLength={MAX_MESSAGE}
        defaultValue={round === 0 ? begun : undefined}
        errors={errors.body}
      />
      <div className="form-actions">
        <SubmitButton variant="outline" icon={<Icon name="send" />} pending={sending} pendingText="Sending" off={off}>
          Send
        </SubmitButton>
      </div>
      <FormIdentity keyless stays={(search) => search.get("tab") !== "history"} />
    </form>
  );
}

/** Sends on Ctrl or Command with Enter. */
function sendOnShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
