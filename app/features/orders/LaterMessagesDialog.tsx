import { MAX_MESSAGE_FILES } from "~/domain/messages/messageFiles";
import { MAX_MESSAGE, type MessageThread } from "~/domain/messages/messageThreads";
import type { ScheduledMessage } from "~/domain/messages/scheduledMessages";
import { useZone } from "~/features/frame/useZone";
import { acceptAttribute, maxSizeText } from "~/files/uploadKinds";
import { formatDateTime } from "~/format/dates";
import { zoneWords } from "~/format/zones";
import { paths, samePlace } from "~/paths";
import { RichText } from "~/richtext/RichText";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { RichTextField } from "~/ui/form/RichTextField";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { MessageFiles } from "./OrderMessages";
import { placeSearch } from "./orderHref";

interface LaterMessagesDialogProps {
  orderId: string;
  thread: MessageThread;
  scheduled: readonly ScheduledMessage[];
  /** The thread behind the dialog. */
  back: string;
  formKey: string;
  answer?: FormAnswer<Record<string, unknown>, { files: ReceivedFile[] }>;
}

/** Messages of an order that are sent later: those that wait, and a new one. Staff only. */
export function LaterMessagesDialog({ orderId, thread, scheduled, back, formKey, answer }: LaterMessagesDialogProps) {
  const zone = useZone();
  const search = placeSearch({ orderId, tab: null, thread });
  const result = answer?.result;
  const typed = (name: "body" | "sendAt" | "key") => {
    const value = result?.initialValue?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const errorsOf = (name: string) => result?.error?.[name] ?? undefined;
  const body = {
    id: "later-body",
    label: thread === "Admin" ? "Internal message" : "Message to the client",
    errors: errorsOf("body"),
  };
  const files = { id: "later-files", label: "Files", errors: errorsOf("files") };
  const time = { id: "later-time", label: "Send at", errors: errorsOf("sendAt") };
  return (
    <RouteDialog title="Send later" closeHref={back} wide>
      <div className="stack">
        {scheduled.length > 0 ? (
          <ul className="reports" aria-label="Scheduled messages">
            {scheduled.map((message) => (
              <Waiting key={message.id} orderId={orderId} search={search} message={message} />
            ))}
          </ul>
        ) : null}
        <Form
          method="post"
          action={samePlace(paths.orderMessagesLater(orderId), search)}
          encType="multipart/form-data"
          className="form"
          noValidate
          preventScrollReset
          onSubmit={waitsForUpload}
        >
          <FormErrors errors={errorsOf("")} fields={[body, files, time]} />
          <input type="hidden" name="key" value={typed("key") ?? formKey} />
          <RichTextField {...body} name="body" rows={4} required limit={MAX_MESSAGE} defaultValue={typed("body")} />
          <UploadField
            {...files}
            name="files"
            multiple
            accept={acceptAttribute("messageFile")}
            upload={{ action: paths.uploads(), kind: "messageFile" }}
            hint={`At most ${MAX_MESSAGE_FILES}: PDF, Word, Excel or images, up to ${maxSizeText("messageFile")}`}
            received={answer?.files}
          />
          <TextField
            {...time}
            name="sendAt"
            type="datetime-local"
            required
            hint={`In ${zoneWords(zone)}. We send it within ten minutes of this time.`}
            defaultValue={typed("sendAt")}
          />
          <div className="form-actions">
            <LinkButton to={back} preventScrollReset>
              Close
            </LinkButton>
            <SubmitButton pendingText="Scheduling">Schedule</SubmitButton>
          </div>
        </Form>
      </div>
    </RouteDialog>
  );
}

interface WaitingProps {
  orderId: string;
  search: string;
  message: ScheduledMessage;
}

function Waiting({ orderId, search, message }: WaitingProps) {
  const zone = useZone();
  const { id, thread, fromName, body, files, sendAt, problem } = message;
  const address = (intent: "send" | "cancel") => {
    const place = new URLSearchParams(search);
    place.set("intent", intent);
    return `${paths.orderMessagesLater(orderId)}?${place}`;
  };
  return (
    <li className="report">
      <div className="report-words">
        <p className="small muted">
          {fromName} · {formatDateTime(sendAt, zone)} {thread === "Admin" ? <Badge>Internal</Badge> : null}
        </p>
        <RichText html={body} />
        <MessageFiles files={files} />
        {problem ? <Alert tone="warning">Not sent. {problem}</Alert> : null}
      </div>
      <div className="row">
        <Form method="post" action={address("send")} unguarded preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="outline" size={1}>
            Send now
          </SubmitButton>
        </Form>
        <Form method="post" action={address("cancel")} unguarded preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="ghost" size={1}>
            Cancel message
          </SubmitButton>
        </Form>
      </div>
    </li>
  );
}
