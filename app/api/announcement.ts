import { z } from "zod";
import { announcementDetails } from "~/domain/announcements/announcementDetails";
import { AnnouncementInput } from "~/domain/announcements/announcementInput";
import { announcementList } from "~/domain/announcements/announcementList";
import { ANNOUNCEMENT_DELETED } from "~/domain/announcements/announcementTexts";
import { announcementAudiences } from "~/domain/announcements/audiences";
import { deleteAnnouncement } from "~/domain/announcements/deleteAnnouncement";
import { findAnnouncements } from "~/domain/announcements/findAnnouncements";
import { saveAnnouncement } from "~/domain/announcements/saveAnnouncement";
import { shownAnnouncements } from "~/domain/announcements/shownAnnouncements";
import type { Announcement } from "~/domain/announcements/storedAnnouncement";
import { fileKeyOf } from "~/domain/intake/readAnswers";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { bodyOf, type Endpoint, endpoint, idQuery } from "./endpoint";
import { isoTime, underSentNames } from "./wire";

/** Dates are ISO 8601 or yyyy-MM-dd and optional. */
const announcementShape = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  visible: z.boolean(),
  imageUrl: z.string(),
  linkUrl: z.string(),
  fromDate: z.string().nullable(),
  untilDate: z.string().nullable(),
  audience: z.enum(announcementAudiences),
  serviceIds: z.array(z.string()),
  createdTime: z.string(),
  version: z.number(),
});

const onWire = (row: Announcement) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  visible: row.visible,
  imageUrl: fileAddress(row.imageKey),
  linkUrl: row.linkUrl,
  fromDate: isoTime(row.fromAt),
  untilDate: isoTime(row.untilAt),
  audience: row.audience,
  serviceIds: row.serviceIds,
  createdTime: isoTime(row.createdAt),
  version: row.version,
});

const sentNames = { id: "_id", imageKey: "imageUrl", fromAt: "fromDate", untilAt: "untilDate" };

const sentAnnouncement = z.looseObject({
  _id: z.string().max(64).optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  visible: z.boolean().optional(),
  imageUrl: z.string().nullish(),
  linkUrl: z.string().optional(),
  fromDate: z.string().nullish(),
  untilDate: z.string().nullish(),
  audience: z.string().optional(),
  serviceIds: z.array(z.string()).optional(),
  version: z.number().optional(),
});

export const announcementRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/announcement/find",
    permission: "announcements.manage",
    summary: "List announcements. Filter: visible (eq).",
    input: pagedRequest,
    output: z.object({ content: z.array(announcementShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findAnnouncements(ctx, listFromBody(announcementList, input));
      return { content: content.map(onWire), totalElements };
    },
  }),
  endpoint({
    method: "GET",
    path: "/announcement/visible",
    permission: "announcements.read",
    summary: "List the caller's current announcements, newest first, without dismissed ones",
    output: z.array(
      announcementShape.pick({ _id: true, name: true, description: true, imageUrl: true, linkUrl: true }),
    ),
    run: async (ctx) =>
      (await shownAnnouncements(ctx)).map(({ id, imageKey, ...shown }) => ({
        _id: id,
        ...shown,
        imageUrl: fileAddress(imageKey),
      })),
  }),
  endpoint({
    method: "GET",
    path: "/announcement/detail",
    permission: "announcements.manage",
    summary: "Get an announcement",
    input: idQuery,
    output: announcementShape,
    run: async (ctx, { id }) => onWire(await announcementDetails(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/announcement",
    permission: "announcements.manage",
    summary: "Create an announcement, or update one by its _id and version",
    input: sentAnnouncement,
    body: bodyOf(AnnouncementInput.shape, sentNames),
    output: announcementShape,
    run: async (ctx, { _id, imageUrl, fromDate, untilDate, ...fields }) => {
      const input = underSentNames(AnnouncementInput, sentNames, {
        ...fields,
        id: _id,
        imageKey: imageUrl ? fileKeyOf(imageUrl, ctx.siteUrl, "imageUrl") : undefined,
        fromAt: fromDate,
        untilAt: untilDate,
      });
      return onWire(await saveAnnouncement(ctx, input.value).catch(input.refused));
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/announcement",
    permission: "announcements.manage",
    summary: "Delete an announcement",
    input: idQuery,
    output: z.object({ _id: z.string(), message: z.string() }),
    run: async (ctx, { id }) => {
      await deleteAnnouncement(ctx, id);
      return { _id: id, message: ANNOUNCEMENT_DELETED };
    },
  }),
];
