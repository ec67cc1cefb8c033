import { z } from "zod";
import { Invalid } from "~/domain/errors";
import { addReports, FILE_REQUIRED } from "~/domain/orders/addReports";
import { deleteReport } from "~/domain/orders/deleteReport";
import { findMessages } from "~/domain/orders/findMessages";
import { findReports } from "~/domain/orders/findReports";
import { importedMessages } from "~/domain/orders/importedMessages";
import { SendMessageInput } from "~/domain/orders/messageInput";
import { type OrderMessage, threadId } from "~/domain/orders/orderMessage";
import type { OrderReport } from "~/domain/orders/orderReport";
import { type MessageThread, messageThreads } from "~/domain/orders/orderWork";
import { sendMessage } from "~/domain/orders/sendMessage";
import { readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { isoTime } from "./wire";

const reportShape = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  size: z.number(),
  createdTime: z.string(),
});
const messageShape = z.object({
  id: z.string(),
  threadId: z.string(),
  fromName: z.string(),
  dateTime: z.string(),
  body: z.string(),
});

const reportOnWire = ({ createdAt, fileName, ...report }: OrderReport) => ({
  ...report,
  name: fileName,
  createdTime: isoTime(createdAt),
});
const messageOnWire = (orderId: string, thread: MessageThread, { id, fromName, createdAt, body }: OrderMessage) => ({
  id,
  threadId: threadId(orderId, thread),
  fromName,
  dateTime: isoTime(createdAt),
  body,
});

const systemId = z.string().min(1).max(64);
const messageType = z.enum(messageThreads, { error: "Customer or Admin is required" });
/** `messageKey` makes the call idempotent. */
const sentMessage = SendMessageInput.omit({ thread: true, key: true })
  .extend({ messageType, messageKey: SendMessageInput.shape.key })
  .transform(({ messageType: thread, messageKey: key, ...message }) => ({ ...message, thread, key }));

export const orderWorkRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/order/reports",
    permission: "orders.reports",
    summary: "List the delivered reports of an order",
    input: idQuery,
    output: z.array(reportShape),
    run: async (ctx, { id }) => (await findReports(ctx, id)).map(reportOnWire),
  }),
  endpoint({
    method: "POST",
    path: "/order/reports",
    permission: "orders.manageReports",
    summary: "Deliver reports: the order's `id` and one or more `files`. Returns all reports of the order.",
    form: z.object({ id: systemId, files: z.array(z.file()) }),
    output: z.array(reportShape),
    run: async (ctx, _input, { request }) => {
      const sent = await readMultipart(request);
      const orderId = systemId.safeParse(sent.get("id"));
      if (!orderId.success) throw new Invalid("The order's id is required", "id");
      // Checks access to the order before any file is stored.
      await findReports(ctx, orderId.data);
      const { form, fieldErrors } = await receiveFiles(ctx, sent, { files: "report" }, {}, (fault) => {
        throw fault;
      });
      if (fieldErrors.files) throw new Invalid(fieldErrors.files[0] ?? FILE_REQUIRED, fieldErrors);
      const uploadKeys = form.getAll("files").map(String);
      return (await addReports(ctx, { orderId: orderId.data, uploadKeys })).map(reportOnWire);
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/order/reports",
    permission: "orders.manageReports",
    summary: "Delete a report. Returns the remaining reports.",
    input: z.object({ id: systemId, reportId: systemId }),
    output: z.array(reportShape),
    run: async (ctx, { id, reportId }) => (await deleteReport(ctx, { orderId: id, reportId })).map(reportOnWire),
  }),
  endpoint({
    method: "GET",
    path: "/order/messages",
    permission: "orders.messages",
    summary: "List the messages of an order's thread, oldest first. Admin is for staff only.",
    input: z.object({ orderId: systemId, messageType }),
    output: z.array(messageShape),
    run: async (ctx, { orderId, messageType: thread }) =>
      (await findMessages(ctx, { orderId, thread })).map((message) => messageOnWire(orderId, thread, message)),
  }),
  endpoint({
    method: "POST",
    path: "/order/messages",
    permission: "orders.messages",
    summary: "Send a message to an order's thread, in Markdown or HTML. Idempotent with a `messageKey`.",
    input: sentMessage,
    output: messageShape,
    run: async (ctx, input) => messageOnWire(input.orderId, input.thread, await sendMessage(ctx, input)),
  }),
  endpoint({
    method: "GET",
    path: "/order/spp-messages",
    permission: "orders.messages",
    summary: "List the imported messages of a migrated order, oldest first",
    input: z.object({ orderId: systemId }),
    output: z.array(messageShape.omit({ threadId: true })),
    run: async (ctx, { orderId }) =>
      (await importedMessages(ctx, orderId)).map(({ id, fromName, createdAt, body }) => ({
        id,
        fromName,
        dateTime: isoTime(createdAt),
        body,
      })),
  }),
];
