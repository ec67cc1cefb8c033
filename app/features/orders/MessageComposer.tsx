import { useSearchParams } from "@remix-run/react";
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { MAX_MESSAGE_FILES } from "~/domain/messages/messageFiles";
import { MAX_MESSAGE } from "~/domain/messages/messageThreads";
import type { ReplyChoice } from "~/domain/messages/savedReplies";
import { acceptAttribute, maxSizeText } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { showToast } from "~/ui/feedback/showToast";
import { Button } from "~/ui/form/Button";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormIdentity } from "~/ui/form/FormIdentity";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { UploadField } from "~/ui/form/UploadField";
import { noteSaved } from "~/ui/form/unsavedForms";
import { useHydrated } from "~/ui/form/useHydrated";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { Icon } from "~/ui/icon/Icon";
import type { DraftSaver } from "./draftSaver";
import type { OrderFormAnswer } from "./orderForms";
import { type OrderPlace, orderHref } from "./orderHref";
import { postOrderForm } from "./postOrderForm";

interface MessageComposerProps {
  place: OrderPlace;
  staff: boolean;
  /** Identifies the form, so that sending it again adds nothing. */
  formKey: string;
  /** The person's draft as the page was opened; null when drafts are not kept. */
  draft: string | null;
  /** Saved replies to insert. */
  replies: readonly ReplyChoice[];
  answer?: OrderFormAnswer;
  /** Colleagues to mention; none for a client. */
  team: readonly { id: string; name: string }[];
  /** The text to begin with. */
  quote?: string;
  /** The other thread is shown. The form stays in the page with its unsent text. */
  hidden: boolean;
  /** Tells whether the form holds unsent text. */
  onDraft: (unsent: boolean) => void;
  onSent: () => Promise<void>;
}

/** Composes a message to the thread. Send is disabled while sending and while the message is empty. */
export function MessageComposer(props: MessageComposerProps) {
  const { place, staff, formKey, draft, replies, team, quote, answer, hidden, onDraft, onSent } = props;
  const hydrated = useHydrated();
  const [key, setKey] = useState(formKey);
  const [errors, setErrors] = useState(fieldErrorsOf(answer));
  const about = useSearchParams()[0].get("about");
  const link = about && /^[\d-]{1,20}$/.test(about) ? `Link ${about}: ` : undefined;
  const [begun] = useState(answer?.result?.initialValue?.body ?? ([draft, quote].filter(Boolean).join("\n\n") || link));
  const [drafts] = useState(draft !== null);
  const id = place.thread === "Admin" ? "internal-message" : "message";
  const [empty, setEmpty] = useState(!begun?.trim());
  const [sending, setSending] = useState(false);
  // Every message starts with an empty field.
  const [round, setRound] = useState(0);
  const composer = useRef<HTMLFormElement>(null);
  // The field is empty again, which is nothing to ask about, although a draft was saved meanwhile.
  useEffect(() => {
    if (round > 0 && composer.current) noteSaved(composer.current);
  }, [round]);
  const off = hydrated && empty;
  const [saved, setSaved] = useState(false);
  const saver = useRef<Promise<DraftSaver | undefined>>();

  async function send(event: FormEvent<HTMLFormElement>) {
    if (waitsForUpload(event)) return;
    event.preventDefault();
    const form = event.currentTarget;
    if (sending || empty) return;
    setSending(true);
    await (await saver.current)?.stop();
    const result = await postOrderForm(place.orderId, "message", new FormData(form));
    setSending(false);
    setErrors(fieldErrorsOf(result));
    if (!result.done) return;
    showToast("success", result.done);
    setKey(crypto.randomUUID());
    setEmpty(true);
    setSaved(false);
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
    if (!drafts) return;
    setSaved(false);
    // Without its module the text is sent as ever. The next change loads it again.
    saver.current ??= import("./draftSaver").then(
      ({ draftSaver }) => draftSaver(place, field.form!, setSaved),
      () => (saver.current = undefined),
    );
    void saver.current.then((loaded) => loaded?.changed());
  };
  async function insert(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    const { form } = event.currentTarget;
    const { insertReply } = await import("./draftSaver");
    setErrors(await insertReply(place, form!));
  }
  async function mention({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>) {
    const { appendText } = await import("./appendText");
    appendText(form, `@${value} `, " ");
  }
  return (
    <form
      ref={composer}
      method="post"
      encType="multipart/form-data"
      action={`${orderHref(place, "message")}#messages`}
      className="form talk-composer"
      hidden={hidden}
      onSubmit={send}
      onInput={look}
      onKeyDown={sendOnShortcut}
    >
      <FormErrors
        id={`${id}-errors`}
        errors={errors[""]}
        fields={[
          { id, label: "Message", errors: errors.body },
          { id: `${id}-files`, label: "Files", errors: errors.files },
        ]}
      />
      <input type="hidden" name="thread" value={place.thread} />
      <input type="hidden" name="key" value={key} />
      <RichTextField
        key={round}
        id={id}
        name="body"
        label={place.thread === "Admin" ? "Internal message" : staff ? "Message to the client" : "Your message"}
        rows={4}
        required
        limit={MAX_MESSAGE}
        defaultValue={round === 0 ? begun : undefined}
        errors={errors.body}
      />
      <div className="form-actions">
        {saved ? (
          <span className="small muted" role="status">
            Draft saved
          </span>
        ) : null}
        <SubmitButton variant="outline" icon={<Icon name="send" />} pending={sending} pendingText="Sending" off={off}>
          {place.inbox ? (place.thread === "Admin" ? "Add note" : "Reply") : "Send"}
        </SubmitButton>
        {drafts ? (
          <Button type="submit" className="noscript-only" formAction={`${orderHref(place, "draft")}#messages`}>
            Save draft
          </Button>
        ) : null}
      </div>
      {replies.length > 0 ? (
        <div className="row">
          <SelectField
            id={`${id}-reply`}
            name="reply"
            label="Saved reply"
            hideLabel
            emptyLabel="Choose a saved reply"
            options={replies.map((reply) => ({ value: reply.id, label: reply.name }))}
            errors={errors.reply}
          />
          <Button type="submit" formAction={`${orderHref(place, "insert")}#messages`} formNoValidate onClick={insert}>
            Insert
          </Button>
        </div>
      ) : null}
      {team.length > 0 ? (
        <div className="script-only">
          <SelectField
            id={`${id}-mention`}
            name=""
            label="Mention a colleague"
            hideLabel
            emptyLabel="Mention a colleague"
            options={team.map(({ name }) => ({ value: name, label: name }))}
            value=""
            onChange={mention}
          />
        </div>
      ) : null}
      <UploadField
        key={`files-${round}`}
        id={`${id}-files`}
        name="files"
        label="Files"
        hideLabel
        multiple
        accept={acceptAttribute("messageFile")}
        upload={{ action: paths.uploads(), kind: "messageFile" }}
        button="Attach files"
        icon="paperclip"
        hint={`At most ${MAX_MESSAGE_FILES}: PDF, Word, Excel or images, up to ${maxSizeText("messageFile")}`}
        received={round === 0 ? answer?.files : undefined}
        errors={errors.files}
      />
      <FormIdentity keyless stays={(search) => search.get("tab") !== "history"} />
    </form>
  );
}

/** Sends on Ctrl or Command with Enter. */
function sendOnShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.nativeEvent.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
