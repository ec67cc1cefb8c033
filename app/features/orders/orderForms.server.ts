import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import { type Context, isStaff } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { DomainError, type FieldErrors, GENERIC_ERROR } from "~/domain/errors";
import { findMessages } from "~/domain/messages/findMessages";
import { importedMessages } from "~/domain/messages/importedMessages";
import { RequestChangesInput, SendMessageInput } from "~/domain/messages/messageInput";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { ImportedMessage } from "~/domain/messages/orderMessage";
import { sendMessage } from "~/domain/messages/sendMessage";
import { addReports } from "~/domain/orderReports/addReports";
import { findReports } from "~/domain/orderReports/findReports";
import { MAX_FORM_BYTES, MAX_TEXT_FORM_BYTES, readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import { logFault } from "~/http/logFault.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { saveOnce } from "~/http/saveOnce.server";
import { statusOf } from "~/http/statusOf";
import { zodErrorMap } from "~/http/zodErrorMap";
import { paths, samePlace } from "~/paths";
import { type OrderForm, type OrderFormAnswer, orderForms } from "./orderForms";

/** The thread of the address; customers have but one. */
export const threadOf = (ctx: Context, url: URL): MessageThread =>
  isStaff(ctx.actor) && url.searchParams.get("thread") === "admin" ? "Admin" : "Customer";

/** Another one whenever the order or its reports are. */
export const revisionOf = ({ version }: { version: number }, reports: readonly { id: string }[] | null) =>
  [version, ...(reports ?? []).map(({ id }) => id)].join(" ");

/** Messages, imported messages and reports of an order, for its page. Throws NotFound. */
export async function threadAndReports(
  ctx: Context,
  order: { id: string; version: number; migrated: boolean },
  url: URL,
) {
  const thread = threadOf(ctx, url);
  const [messages, imported, reports] = await Promise.all([
    nullOnFault(findMessages(ctx, { orderId: order.id, thread })),
    order.migrated && thread === "Customer" ? nullOnFault(importedMessages(ctx, order.id)) : ([] as ImportedMessage[]),
    nullOnFault(findReports(ctx, order.id)),
  ]);
  return { thread, messages, imported, reports, stamp: revisionOf(order, reports), formKey: crypto.randomUUID() };
}

/** The form that a post to the order page belongs to; null for the page's own. */
export const orderFormOf = (request: Request): OrderForm | null => {
  const name = new URL(request.url).searchParams.get("do");
  return orderForms.find((form) => form === name) ?? null;
};

/**
 * Answers a message, an upload, an approval or a request for changes: to script in JSON, else with a redirect and a
 * toast, or with the same page and everything typed. Throws NotFound for an order that the actor cannot see.
 */
export async function answerOrderForm(portal: PortalRequest, ctx: Context, orderId: string, form: OrderForm) {
  const { request } = portal;
  const answer: OrderFormAnswer = { form, errors: {}, values: {}, received: [] };
  const fail = (errors: FieldErrors, status: number) => json({ work: { ...answer, errors } }, status);
  try {
    const data = await readMultipart(request, form === "report" ? MAX_FORM_BYTES : MAX_TEXT_FORM_BYTES);
    for (const name of ["body", "thread", "key"]) answer.values[name] = String(data.get(name) ?? "");
    assertOwnForm(portal, data);
    const script = data.get("with") === "script";
    const answerSaved = async () => {
      const done = DONE[form];
      if (script) return json({ work: { ...answer, values: {}, received: [], done } });
      return await redirectWithToast(portal, backTo(orderId, form, new URL(request.url)), done);
    };
    const save = async () =>
      (await forms[form](ctx, orderId, data, answer)) ? await answerSaved() : fail(answer.errors, 400);
    return await saveOnce(portal, data, save, { answerSaved });
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof DomainError)) {
      logFault(error);
      return fail({ "": [GENERIC_ERROR] }, 500);
    }
    if (error.kind === "NotFound") throw new Response(null, { status: 404 });
    return fail(error.fieldErrors ?? { "": [error.message] }, statusOf(error));
  }
}

/** The same page, where what was sent is to be seen. */
function backTo(orderId: string, form: OrderForm, url: URL) {
  return `${samePlace(paths.order(orderId), url.search)}${form === "message" || form === "changes" ? "#messages" : ""}`;
}

const DONE: Record<OrderForm, string> = {
  message: "Message sent successfully",
  report: "Uploaded successfully",
  approve: "Delivery approved",
  changes: "Changes requested",
};

type Answerer = (ctx: Context, orderId: string, data: FormData, answer: OrderFormAnswer) => Promise<boolean>;

/** What each form does; false when `answer.errors` says what is wrong. */
const forms: Record<OrderForm, Answerer> = {
  message: async (ctx, orderId, data, answer) => {
    const input = parsed(SendMessageInput, { orderId, ...fieldsOf(data, ["thread", "body", "key"]) }, answer);
    if (!input) return false;
    await sendMessage(ctx, input);
    return true;
  },
  report: async (ctx, orderId, data, answer) => {
    const { form, received, fieldErrors } = await receiveFiles(
      ctx,
      data,
      { files: "report" },
      { attachedTo: `order:${orderId}` },
    );
    answer.received = received.files ?? [];
    answer.errors = fieldErrors;
    if (Object.keys(fieldErrors).length > 0) return false;
    await addReports(ctx, { orderId, uploadKeys: form.getAll("files").map(String) });
    return true;
  },
  approve: async (ctx, orderId, data) => {
    const reportId = data.get("report");
    await approveDelivery(ctx, { orderId, reportId: typeof reportId === "string" ? reportId : undefined });
    return true;
  },
  changes: async (ctx, orderId, data, answer) => {
    const input = parsed(RequestChangesInput, { orderId, ...fieldsOf(data, ["body", "key"]) }, answer);
    if (!input) return false;
    await requestChanges(ctx, input);
    return true;
  },
};

const fieldsOf = (data: FormData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, data.get(name) ?? undefined]));

function parsed<Output>(schema: z.ZodType<Output>, value: unknown, answer: OrderFormAnswer): Output | null {
  const result = schema.safeParse(value, { error: zodErrorMap() });
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const name = String(path[0] ?? "");
    answer.errors[name] = [...(answer.errors[name] ?? []), message];
  }
  return null;
}
