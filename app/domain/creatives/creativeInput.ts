import { z } from "zod";
import { systemId, versionNumber } from "../catalogue/serviceInput";
import { momentField } from "../days";
import { requiredLine, text } from "../textFields";
import { webAddressField } from "../webAddress";
import { creativeStatuses } from "./creativeStates";

const fields = {
  version: versionNumber.optional(),
  name: requiredLine("Title is required", 200),
  description: text(5000, "Description is at most 5000 characters").default(""),
  url: webAddressField,
  creativeStatus: z.enum(creativeStatuses, { error: "Status is required" }),
  /** ms UTC. Midnight means the whole day. */
  validUntil: momentField("Validity is required"),
};

/** A creative from the API (POST /creative). An absent file key keeps the file; null removes it. */
export const CreativeInput = z.object({
  ...fields,
  /** Absent for a new creative. */
  id: systemId.optional(),
  uploadKey: z.string().nullish(),
});
export type CreativeInput = z.output<typeof CreativeInput>;

/** A creative from the form, which always sends the file key. */
export const CreativeForm = z.object({ ...fields, uploadKey: z.string().nullable().default(null) });
