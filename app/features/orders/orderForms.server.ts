import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import { authorize } from "~/domain/access";
import { actorId, type Context, isStaff } from "~/domain/context";
import type { CursorPage } from "~/domain/cursorPage";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { type FieldErrors, Invalid, NotFound } from "~/domain/errors";
import { type ComposerParts, composerParts } from "~/domain/messages/composerParts";
import { fillSavedReply } from "~/domain/messages/fillSavedReply";
import { messagePage, threadPermission } from "~/domain/messages/findMessages";
import { importedMessages } from "~/domain/messages/importedMessages";
import { markMessagesRead } from "~/domain/messages/markMessagesRead";
import { saveDraft } from "~/domain/messages/messageDrafts";
import { threadHolder } from "~/domain/messages/messageFiles";
import {
  InsertReplyInput,
  RequestChangesInput,
  SaveDraftInput,
  SendMessageInput,
} from "~/domain/messages/messageInput";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { ImportedMessage } from "~/domain/messages/orderMessage";
import { quoteMessage } from "~/domain/messages/quoteMessage";
import { sendMessage } from "~/domain/messages/sendMessage";
import { addReports } from "~/domain/orderReports/addReports";
import { reportStretch } from "~/domain/orderReports/findReports";
import { MAX_FORM_BYTES, MAX_TEXT_FORM_BYTES, readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import { intentOf } from "~/http/intentOf";
import { nullOnFault } from "~/http/nullOnFault.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refuseForm } from "~/http/refuseForm.server";
import { saveOnce } from "~/http/saveOnce.server";
import { zodErrorMap } from "~/http/zodErrorMap";
import { isIdText } from "~/paths";
import { orderBehind } from "./orderBehind.server";
import { type OrderFormAnswer, type OrderIntent, orderIntents } from "./orderForms";
import type { OrderPart } from "./orderHref";

/** The thread of the address; customers have but one. */
export const threadOf = (ctx: Context, url: URL): MessageThread =>
  isStaff(ctx.actor) && url.searchParams.get("thread") === "admin" ? "Admin" : "Customer";

/** Another one whenever the order or its newest reports are. Null on a page that shows earlier ones. */
export const revisionOf = (
  { version }: { version: number },
  reports: Pick<CursorPage<{ id: string }>, "rows" | "later"> | null,
) => (reports?.later ? null : [version, ...(reports?.rows ?? []).map(({ id }) => id)].join(" "));

/** The message, report or entry before which the address asks for a part; null for the newest. */
export const partOf = (url: URL, part: OrderPart) => {
  const id = url.searchParams.get(part);
  return id && isIdText(id) ? id : null;
};

/** Messages, imported messages and reports of an order, for its page. Throws NotFound. */
export async function threadAndReports(
  ctx: Context,
  order: { id: string; version: number; migrated: boolean },
  url: URL,
) {
  const thread = threadOf(ctx, url);
  markMessagesRead(ctx, order.id);
  const [messages, imported, reports, composer] = await Promise.all([
    nullOnFault(messagePage(ctx, { orderId: order.id, thread, before: partOf(url, "messages") })),
    order.migrated && thread === "Customer" ? nullOnFault(importedMessages(ctx, order.id)) : ([] as ImportedMessage[]),
    nullOnFault(reportStretch(ctx, order.id, partOf(url, "reports"))),
    composerOf(ctx, order.id, thread),
  ]);
  const quoted = messages?.rows.find(({ id }) => id === url.searchParams.get("quote"));
  const quote = quoted && quoteMessage(quoted);
  return {
    thread,
    messages,
    imported,
    reports,
    composer,
    quote,
    stamp: revisionOf(order, reports),
    formKey: crypto.randomUUID(),
  };
}

/** Without its parts the composer still sends. */
export const composerOf = async (ctx: Context, orderId: string, thread: MessageThread): Promise<ComposerParts> =>
  (await nullOnFault(composerParts(ctx, { orderId, thread }))) ?? { draft: null, replies: [] };

/** The form that a post to the order page belongs to; null for the page's own. */
export const orderIntentOf = (request: Request) => intentOf(request, orderIntents);

/**
 * Answers a message, an upload, an approval or a request for changes: to script in JSON, else with a redirect and a
 * toast, or with the same page and everything typed. Throws NotFound for an order that the actor cannot see.
 */
export async function answerOrderForm(portal: PortalRequest, ctx: Context, orderId: string, intent: OrderIntent) {
  const { request } = portal;
  const answer: OrderFormAnswer = { intent, files: [] };
  try {
    const form = await readMultipart(request, takesFiles(intent) ? MAX_FORM_BYTES : MAX_TEXT_FORM_BYTES);
    const initialValue = Object.fromEntries(
      ["body", "thread", "key"].map((name) => [name, String(form.get(name) ?? "")]),
    );
    answer.result = { initialValue };
    assertOwnForm(portal, form);
    const script = form.get("with") === "script";
    const answerSaved = async () => {
      const done = DONE[intent];
      if (script) return json<OrderFormAnswer>({ intent, done });
      return await redirectWithToast(portal, backTo(orderId, intent, request), done);
    };
    if (intent === "insert") return json({ ...answer, result: { initialValue: await withReply(ctx, orderId, form) } });
    const save = async () => {
      await forms[intent](ctx, orderId, form, answer);
      return await answerSaved();
    };
    return await saveOnce(portal, form, save, { answerSaved });
  } catch (error) {
    if (error instanceof NotFound) throw new Response(null, { status: 404 });
    return refuseForm(portal, error, answer);
  }
}

const takesFiles = (intent: OrderIntent) => intent === "report" || intent === "message";

/** The tab of the order that shows what was sent. */
function backTo(orderId: string, intent: OrderIntent, request: Request) {
  return `${orderBehind(request, orderId)}${intent === "report" || intent === "approve" ? "" : "#messages"}`;
}

const DONE: Record<OrderIntent, string> = {
  message: "Message sent successfully",
  report: "Uploaded successfully",
  approve: "Delivery approved",
  changes: "Changes requested",
  draft: "Draft saved",
  insert: "Reply inserted",
};

type SaveForm = (ctx: Context, orderId: string, form: FormData, answer: OrderFormAnswer) => Promise<void>;

/** What each form does. Throws Invalid with messages by field. */
const forms: Record<Exclude<OrderIntent, "insert">, SaveForm> = {
  message: async (ctx, orderId, posted, answer) => {
    const thread = posted.get("thread") === "Admin" ? "Admin" : "Customer";
    authorize(ctx, threadPermission(thread));
    const key = posted.get("key");
    const place = { kind: "messageFile", holder: threadHolder(orderId, thread) } as const;
    // A message sent again stores the same files under the same keys.
    const form = typeof key === "string" && key ? { key: `${actorId(ctx)}:${key}`, historyId: null } : ctx.form;
    const files = await receivedKeys(form ? { ...ctx, form } : ctx, posted, place, answer);
    await sendMessage(
      ctx,
      parsed(SendMessageInput, { orderId, files, ...fieldsOf(posted, ["thread", "body", "key"]) }),
    );
  },
  report: async (ctx, orderId, posted, answer) => {
    const holder = `order:${orderId}`;
    await addReports(ctx, { orderId, uploadKeys: await receivedKeys(ctx, posted, { kind: "report", holder }, answer) });
  },
  approve: async (ctx, orderId, form) => {
    const reportId = form.get("report");
    await approveDelivery(ctx, { orderId, reportId: typeof reportId === "string" ? reportId : undefined });
  },
  changes: async (ctx, orderId, form) => {
    await requestChanges(ctx, parsed(RequestChangesInput, { orderId, ...fieldsOf(form, ["body", "key"]) }));
  },
  draft: async (ctx, orderId, form) => {
    await saveDraft(ctx, parsed(SaveDraftInput, { orderId, ...fieldsOf(form, ["thread", "body", "key"]) }));
  },
};

/** The composer's text with a saved reply below what was typed. Throws Invalid and NotFound. */
async function withReply(ctx: Context, orderId: string, form: FormData): Promise<Record<string, string>> {
  const reply = await fillSavedReply(ctx, parsed(InsertReplyInput, { orderId, ...fieldsOf(form, ["reply"]) }));
  const typed = String(form.get("body") ?? "").trimEnd();
  const body = typed ? `${typed}\n\n${reply}` : reply;
  return { body, thread: String(form.get("thread") ?? ""), key: String(form.get("key") ?? "") };
}

/** Stores the files of the field `files` and returns their keys; the answer shows them as received. Throws Invalid. */
async function receivedKeys(
  ctx: Context,
  posted: FormData,
  { kind, holder }: { kind: "report" | "messageFile"; holder: string },
  answer: OrderFormAnswer,
): Promise<string[]> {
  const { form, received, fieldErrors } = await receiveFiles(ctx, posted, { files: kind }, { attachedTo: holder });
  answer.files = received.files ?? [];
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors);
  return form.getAll("files").map(String);
}

const fieldsOf = (form: FormData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, form.get(name) ?? undefined]));

const invalid = (fieldErrors: FieldErrors) => new Invalid(Object.values(fieldErrors)[0]?.[0] ?? "", fieldErrors);

function parsed<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value, { error: zodErrorMap() });
  if (result.success) return result.data;
  const fieldErrors: FieldErrors = {};
  for (const { path, message } of result.error.issues) {
    const name = String(path[0] ?? "");
    fieldErrors[name] = [...(fieldErrors[name] ?? []), message];
  }
  throw invalid(fieldErrors);
}
