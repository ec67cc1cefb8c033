import { z } from "zod";
import { Invalid } from "~/domain/errors";
import { addReports, FILE_REQUIRED } from "~/domain/orderReports/addReports";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { findReports } from "~/domain/orderReports/findReports";
import type { OrderReport } from "~/domain/orderReports/orderReport";
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

/** A link has the size 0. */
const toApiReport = ({ createdAt, fileName, size, ...report }: OrderReport) => ({
  ...report,
  name: fileName,
  size: size ?? 0,
  createdTime: isoTime(createdAt),
});

const systemId = z.string().min(1).max(64);

export const orderReportRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/order/reports",
    permission: "orders.reports",
    summary: "List the delivered reports of an order",
    input: idQuery,
    output: z.array(reportShape),
    run: async (ctx, { id }) => (await findReports(ctx, id)).map(toApiReport),
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
      return (await addReports(ctx, { orderId: orderId.data, uploadKeys })).map(toApiReport);
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/order/reports",
    permission: "orders.manageReports",
    summary: "Delete a report. Returns the remaining reports.",
    input: z.object({ id: systemId, reportId: systemId }),
    output: z.array(reportShape),
    run: async (ctx, { id, reportId }) => (await deleteReport(ctx, { orderId: id, reportId })).map(toApiReport),
  }),
];
