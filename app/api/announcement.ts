import { z } from "zod";
import { AnnouncementInput, announcementList, announcementRecord } from "~/domain/announcements/announcement";
import {
  announcementDetails,
  deleteAnnouncement,
  findAnnouncements,
  saveAnnouncement,
} from "~/domain/announcements/manageAnnouncements";
import { shownAnnouncements } from "~/domain/announcements/shownAnnouncements";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { recordApi } from "./recordApi";

/** Dates are ISO 8601 or yyyy-MM-dd and optional. */
const api = recordApi(announcementRecord.fields, ["name", "description", "visible", "imageKey"]);

export const announcementRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/announcement/find",
    permission: "announcements.manage",
    summary: "List announcements. Filter: visible (eq).",
    input: pagedRequest,
    output: api.page,
    run: async (ctx, input) => api.toPage(await findAnnouncements(ctx, listFromBody(announcementList, input))),
  }),
  endpoint({
    method: "GET",
    path: "/announcement/visible",
    permission: "announcements.read",
    summary: "List the caller's current announcements, newest first, without dismissed ones",
    output: z.array(api.rowOf(announcementRecord.shown)),
    run: async (ctx) => (await shownAnnouncements(ctx)).map((row) => ({ _id: row.id, ...api.fieldsToApi(row) })),
  }),
  endpoint({
    method: "GET",
    path: "/announcement/detail",
    permission: "announcements.manage",
    summary: "Get an announcement",
    input: idQuery,
    output: api.row,
    run: async (ctx, { id }) => api.toApi(await announcementDetails(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/announcement",
    permission: "announcements.manage",
    summary: "Create an announcement, or update one by its _id and version",
    input: api.sent,
    body: api.body(AnnouncementInput),
    output: api.row,
    run: (ctx, sent) => api.save(ctx, sent, AnnouncementInput, saveAnnouncement),
  }),
  endpoint({
    method: "DELETE",
    path: "/announcement",
    permission: "announcements.manage",
    summary: "Delete an announcement",
    input: idQuery,
    output: api.deleted,
    run: (ctx, { id }) => api.remove(ctx, id, deleteAnnouncement, announcementRecord.deleted),
  }),
];
