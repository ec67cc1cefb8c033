import { z } from "zod";
import { webAddressField } from "../webAddress";
import { systemId, versionNumber } from "./serviceInput";

/** Document 1 section 9. */
export const MAX_SAMPLE_REPORTS = 5;

/** The Customer Interface tab (document 1 sections 2 and 5). Answers are Markdown, or HTML from the API. */
export const CustomerInterfaceInput = z.object({
  serviceId: systemId,
  version: versionNumber.optional(),
  sampleReports: z
    .array(
      z.object({
        title: z.string({ error: "Title is required" }).trim().min(1, "Title is required").max(200),
        imageKey: z.string({ error: "Image is required" }).min(1, "Image is required"),
        reportUrl: webAddressField,
      }),
    )
    .max(MAX_SAMPLE_REPORTS, `At most ${MAX_SAMPLE_REPORTS} sample reports`)
    .default([]),
  faqs: z
    .array(
      z.object({
        question: z.string({ error: "Question is required" }).trim().min(1, "Question is required").max(500),
        answer: z.string({ error: "Answer is required" }).trim().min(1, "Answer is required").max(20_000),
      }),
    )
    .default([]),
});
export type CustomerInterfaceInput = z.output<typeof CustomerInterfaceInput>;
