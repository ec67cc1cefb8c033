import { z } from "zod";
import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { paths } from "~/paths";
import * as field from "../records/recordFields";
import { formOf, inputOf, recordIds } from "../records/recordFields";

export const creativeStatuses = ["ACTIVE", "INACTIVE"] as const;
export type CreativeStatus = (typeof creativeStatuses)[number];

/** In the order of the form. */
export const creativeFields = {
  name: field.line({ label: "Title", max: 200 }),
  description: field.optionalText({
    label: "Description",
    max: 5000,
    tooLong: "Description is at most 5000 characters",
  }),
  validUntil: field.requiredLastDay({ label: "Validity", api: "validity" }),
  url: field.link({ label: "URL" }),
  creativeStatus: field.choice({ label: "Status", options: { ACTIVE: "ACTIVE", INACTIVE: "INACTIVE" } }),
  uploadKey: field.optionalUpload({ label: "Document or image", api: "docOrImageUrl", file: "creativeFile" }),
};

const { validUntil, uploadKey, ...others } = inputOf(creativeFields);
/** What the API sends (POST /creative), in the order of its document. ms UTC. */
export const CreativeInput = z.object({
  version: recordIds.version,
  ...others,
  validUntil,
  id: recordIds.id,
  uploadKey,
});
export type CreativeInput = z.output<typeof CreativeInput>;

export const CreativeForm = z.object({ ...formOf(creativeFields), version: recordIds.version });

/** The noun for its pages and its save, with fixed texts (rules.md texts/fixed). */
export const creativeRecord = {
  entity: "creative",
  fields: creativeFields,
  schema: CreativeForm,
  list: paths.creatives(),
  created: "Creative created successfully",
  updated: "Creative updated successfully",
  deleted: "Creative deleted successfully",
} as const;

const status = { label: "Status", operations: ["eq"], options: creativeStatuses } as const;

/** `status` is the page's name of the filter, `creativeStatus` the API's. */
export const creativeList = defineList({
  name: "Creatives",
  filters: { status, creativeStatus: status },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});
export type CreativeQuery = ListQuery<KeyOf<typeof creativeList>, "createdTime">;
