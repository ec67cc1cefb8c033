import { z } from "zod";
import { systemId, versionNumber } from "../catalogue/serviceInput";
import { momentField } from "../days";
import { isOneLine, ONE_LINE } from "../oneLine";
import { requiredText } from "../requiredText";
import { webAddressField } from "../webAddress";
import { creativeStatuses } from "./creativeStates";

/** The creative form. */
const fields = {
  version: versionNumber.optional(),
  name: requiredText("Title is required", "Title", 200).refine(isOneLine, ONE_LINE),
  description: z.string().trim().max(5000, "Description is at most 5000 characters").default(""),
  url: webAddressField,
  creativeStatus: z.enum(creativeStatuses, { error: "Status is required" }),
  /** ms UTC; midnight stands for its whole day. */
  validUntil: momentField("Validity is required"),
};

/** A creative from a call (POST /creative). The file's key: absent leaves what is there, null takes it away. */
export const CreativeInput = z.object({
  ...fields,
  /** Absent: a new one. */
  id: systemId.optional(),
  uploadKey: z.string().nullish(),
});
export type CreativeInput = z.output<typeof CreativeInput>;

/** The same as its form posts it, which always says which file there is. */
export const CreativeForm = z.object({ ...fields, uploadKey: z.string().nullable().default(null) });
