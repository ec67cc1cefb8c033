import { z } from "zod";
import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { paths } from "~/paths";
import * as field from "../records/recordFields";
import { formOf, inputOf, type RecordRule, recordIds, type Values, withRules } from "../records/recordFields";

export const audienceLabels = {
  customers: "All customers",
  holders: "Holders of a service",
  affiliates: "Affiliates",
} as const;
export type AnnouncementAudience = keyof typeof audienceLabels;

/** In the order of the form. */
export const announcementFields = {
  name: field.line({ label: "Title", max: 200 }),
  description: field.text({ label: "Description", max: 2000 }),
  linkUrl: field.link({ label: "URL" }),
  imageKey: field.upload({ label: "Image", api: "imageUrl", file: "announcementImage" }),
  visible: field.optional(field.flag({ label: "Visible" }), true, false),
  fromAt: field.firstDay({ label: "From", api: "fromDate" }),
  untilAt: field.lastDay({ label: "Until", api: "untilDate" }),
  audience: field.optional(field.choice({ label: "Audience", options: audienceLabels }), "customers"),
  /** For holders: a paid order of one of these services. */
  serviceIds: field.optional(field.ids({ label: "Services", max: 100, tooMany: "At most 100 services" }), []),
};

type Sent = Partial<Values<typeof announcementFields>> & { id?: string | undefined };
export const announcementRules: RecordRule<Sent>[] = [
  {
    field: "untilAt",
    message: "The end cannot be before the start",
    // Holds for invalid dates, which have their own message.
    holds: ({ fromAt, untilAt }) => typeof fromAt !== "number" || typeof untilAt !== "number" || untilAt >= fromAt,
  },
  {
    field: "serviceIds",
    message: "Atleast one service should be selected",
    // An update without `serviceIds` keeps the stored ones.
    holds: ({ id, audience, serviceIds = id ? undefined : [] }) => audience !== "holders" || serviceIds?.length !== 0,
  },
];

const { name, description, linkUrl, imageKey, ...others } = inputOf(announcementFields);
/** What the API sends (POST /announcement), in the order of its document. ms UTC. */
export const AnnouncementInput = withRules(
  z.object({ name, description, linkUrl, imageKey, ...recordIds, ...others }),
  announcementRules,
);
export type AnnouncementInput = z.output<typeof AnnouncementInput>;

export const AnnouncementForm = withRules(
  z.object({ ...formOf(announcementFields), version: recordIds.version }),
  announcementRules,
);

/** The noun for its pages and its save, with fixed texts (rules.md texts/fixed). */
export const announcementRecord = {
  entity: "announcement",
  fields: announcementFields,
  schema: AnnouncementForm,
  /** What customers see of it. */
  shown: ["name", "description", "linkUrl", "imageKey"],
  list: paths.announcements(),
  created: "Announcement created successfully",
  updated: "Announcement updated successfully",
  deleted: "Announcement deleted successfully",
} as const;

export const announcementList = defineList({
  name: "Announcements",
  filters: { visible: { label: "Visibility", operations: ["eq"], kind: "flag" } },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  defaultFilters: { visible: "true" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});
export type AnnouncementQuery = ListQuery<KeyOf<typeof announcementList>, "createdTime">;
