import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import { type Context, isStaff } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { type FieldErrors, Invalid, NotFound } from "~/domain/errors";
import { messageStretch } from "~/domain/messages/findMessages";
import { importedMessages } from "~/domain/messages/importedMessages";
import { RequestChangesInput, SendMessageInput } from "~/domain/messages/messageInput";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { ImportedMessage } from "~/domain/messages/orderMessage";
import { sendMessage } from "~/domain/messages/sendMessage";
import { addReports } from "~/domain/orderReports/addReports";
import { reportStretch } from "~/domain/orderReports/findReports";
import type { Stretch } from "~/domain/stretch";
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
  reports: Pick<Stretch<{ id: string }>, "rows" | "later"> | null,
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
  const [messages, imported, reports] = await Promise.all([
    nullOnFault(messageStretch(ctx, { orderId: order.id, thread, before: partOf(url, "messages") })),
    order.migrated && thread === "Customer" ? nullOnFault(importedMessages(ctx, order.id)) : ([] as ImportedMessage[]),
    nullOnFault(reportStretch(ctx, order.id, partOf(url, "reports"))),
  ]);
  return { thread, messages, imported, reports, stamp: revisionOf(order, reports), formKey: crypto.randomUUID() };
}

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
    const form = await readMultipart(request, intent === "report" ? MAX_FORM_BYTES : MAX_TEXT_FORM_BYTES);
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

/** The same page, where what was sent is to be seen. */
function backTo(orderId: string, intent: OrderIntent, request: Request) {
  return `${orderBehind(request, orderId)}${intent === "message" || intent === "changes" ? "#messages" : ""}`;
}

const DONE: Record<OrderIntent, string> = {
  message: "Message sent successfully",
  report: "Uploaded successfully",
  approve: "Delivery approved",
  changes: "Changes requested",
};

type SaveForm = (ctx: Context, orderId: string, form: FormData, answer: OrderFormAnswer) => Promise<void>;

/** What each form does. Throws Invalid with messages by field. */
const forms: Record<OrderIntent, SaveForm> = {
  message: async (ctx, orderId, form) => {
    await sendMessage(ctx, parsed(SendMessageInput, { orderId, ...fieldsOf(form, ["thread", "body", "key"]) }));
  },
  report: async (ctx, orderId, posted, answer) => {
    const use = { attachedTo: `order:${orderId}` };
    const { form, received, fieldErrors } = await receiveFiles(ctx, posted, { files: "report" }, use);
    answer.files = received.files ?? [];
    if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors);
    await addReports(ctx, { orderId, uploadKeys: form.getAll("files").map(String) });
  },
  approve: async (ctx, orderId, form) => {
    const reportId = form.get("report");
    await approveDelivery(ctx, { orderId, reportId: typeof reportId === "string" ? reportId : undefined });
  },
  changes: async (ctx, orderId, form) => {
    await requestChanges(ctx, parsed(RequestChangesInput, { orderId, ...fieldsOf(form, ["body", "key"]) }));
  },
};

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
