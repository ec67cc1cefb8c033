import { z } from "zod";
import { momentField } from "~/domain/days";
import { importPlacements } from "~/domain/intake/importPlacements";
import { readUploadedSheet } from "~/domain/intake/readUploadedSheet";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { answerProposal } from "~/domain/placements/answerProposal";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { findPlacements, placementPage } from "~/domain/placements/findPlacements";
import { findChecks } from "~/domain/placements/linkChecks";
import { markLive } from "~/domain/placements/markLive";
import { placementDetails } from "~/domain/placements/placementDetails";
import { BulkPlacementsInput, PlacementInput } from "~/domain/placements/placementInput";
import { placementList } from "~/domain/placements/placementList";
import { MAX_WRITTEN_ROWS } from "~/domain/placements/placementRows";
import { ContentProposal, LiveInput, ProposalAnswer, SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { requestCheck } from "~/domain/placements/requestCheck";
import { sendContent } from "~/domain/placements/sendContent";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { exportFile } from "./exportFile";
import { checksShape, toApiChecks } from "./toApiChecks";
import { placementDetailShape, placementPageShape, toApiPlacement, toApiPlacementPage } from "./toApiPlacement";
import { isoTime } from "./wire";

const time = momentField("A date is required");
const plan = {
  dueAt: time.optional(),
  startsOn: time.nullable().optional(),
};

/** One link as a caller sends it back. Unknown fields are ignored. */
const sentPlacement = PlacementInput.omit({ id: true }).extend({ _id: PlacementInput.shape.id, ...plan });
const sentBulk = BulkPlacementsInput.extend({ set: BulkPlacementsInput.shape.set.extend(plan) });

const sentImport = z
  .object({
    orderId: z.string().min(1).max(64),
    rows: z
      .array(
        z.object({
          number: z.string().max(40).optional(),
          targetUrl: z.string().max(4000).default(""),
          anchorText: z.string().max(4000).default(""),
          clientReference: z.string().max(4000).optional(),
        }),
      )
      .max(MAX_WRITTEN_ROWS, "A list can have at most 1,000 rows")
      .optional(),
    /** An uploaded sheet, `/files/{key}`. */
    fileUrl: z.string().trim().max(300).optional(),
    dryRun: z.boolean().default(false),
  })
  .refine(({ rows, fileUrl }) => (rows === undefined) !== (fileUrl === undefined), {
    message: "Send rows or fileUrl",
    path: ["rows"],
  });

const answerOf = async (ctx: Parameters<typeof placementDetails>[0], id: string) =>
  toApiPlacement(await placementDetails(ctx, id));

/** Links of tracked packages. */
export const placementRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/placement/find",
    permission: "placements.list",
    summary: "List links. Customers get only their own.",
    input: pagedRequest,
    output: placementPageShape,
    run: async (ctx, input) => toApiPlacementPage(await findPlacements(ctx, listFromBody(placementList, input))),
    batch: (viewer, input) => {
      const { selects, toPage } = placementPage(viewer, listFromBody(placementList, input));
      return { selects, toAnswer: (rows) => toApiPlacementPage(toPage(rows)) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/placement/detail",
    permission: "placements.list",
    summary: "Get a link with its proposal and history",
    input: idQuery,
    output: placementDetailShape,
    run: async (ctx, { id }) => answerOf(ctx, id),
  }),
  endpoint({
    method: "POST",
    path: "/placement",
    permission: "placements.edit",
    summary: "Save a link. Clients: page, anchor text, reference and brief. Staff: also assignee, dates and note.",
    input: sentPlacement,
    output: placementDetailShape,
    run: async (ctx, { _id: id, ...input }) => {
      await updatePlacement(ctx, { id, ...input });
      return answerOf(ctx, id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/placement/bulk",
    permission: "placements.manage",
    summary: "Assign, plan or move many links: all or none",
    input: sentBulk,
    output: z.object({ changed: z.number() }),
    run: async (ctx, input) => ({ changed: await bulkPlacements(ctx, input) }),
  }),
  endpoint({
    method: "POST",
    path: "/placement/import",
    permission: "placements.edit",
    summary: "Fill in many links of an order from rows or an uploaded sheet. Good rows are applied, faulty ones left.",
    input: sentImport,
    output: z.object({
      rows: z.array(
        z.object({
          row: z.number(),
          number: z.string().nullable(),
          status: z.enum(["changed", "same", "refused"]),
          errors: z.array(z.string()),
          warnings: z.array(z.string()),
        }),
      ),
      applied: z.number(),
    }),
    run: async (ctx, { orderId, rows: sent, fileUrl, dryRun }) => {
      const written = sent ?? (await readUploadedSheet(ctx, { fileUrl: fileUrl ?? "", orderId }));
      const { rows, applied } = await importPlacements(ctx, { orderId, rows: written, dryRun });
      return {
        rows: rows.map(({ line, number, status, errors, warnings }) => ({
          row: line,
          number,
          status,
          errors,
          warnings,
        })),
        applied,
      };
    },
  }),
  endpoint({
    method: "POST",
    path: "/placement/propose",
    permission: "placements.manage",
    summary: "Propose a site for a link, which its client approves",
    input: SiteProposal,
    output: placementDetailShape,
    run: async (ctx, input) => {
      await proposeSites(ctx, [input]);
      return answerOf(ctx, input.id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/placement/answer",
    permission: "placements.answer",
    summary: "Accept or decline the proposed site or content of a link",
    input: ProposalAnswer,
    output: placementDetailShape,
    run: async (ctx, input) => {
      await answerProposal(ctx, input);
      return answerOf(ctx, input.id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/placement/content",
    permission: "placements.manage",
    summary: "Send a link's content to its client for approval: an address, a file or a text",
    input: ContentProposal,
    output: placementDetailShape,
    run: async (ctx, input) => {
      await sendContent(ctx, input);
      return answerOf(ctx, input.id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/placement/live",
    permission: "placements.manage",
    summary: "Mark a link as live with its address",
    input: LiveInput,
    output: placementDetailShape,
    run: async (ctx, input) => {
      await markLive(ctx, [input]);
      return answerOf(ctx, input.id);
    },
  }),
  endpoint({
    method: "GET",
    path: "/placement/checks",
    permission: "linkChecks.read",
    summary: "List the checks of a link, newest first; `before` is the id of a check and asks for older ones",
    input: idQuery.extend({ before: z.string().max(64).optional() }),
    output: checksShape,
    run: async (ctx, { id, before }) => toApiChecks(await findChecks(ctx, { placementId: id, before })),
  }),
  endpoint({
    method: "POST",
    path: "/placement/check",
    permission: "linkChecks.request",
    summary: "Ask for a check of a live link, made within five minutes",
    input: z.object({ id: z.string().min(1).max(64) }),
    output: z.object({ nextCheckAt: z.string().nullable() }),
    run: async (ctx, { id }) => ({ nextCheckAt: isoTime((await requestCheck(ctx, id)).nextCheckAt) }),
  }),
  endpoint({
    method: "POST",
    path: "/placement/export",
    permission: "placements.export",
    summary: "Export all links that match the filters as .xlsx, ignoring the page",
    input: pagedRequest,
    output: z.string().meta({ format: "binary" }),
    run: (ctx, input) => exportFile(ctx, "placements", input),
  }),
];
