import { z } from "zod";
import { requiredLine, requiredText } from "../textFields";
import { webAddressField } from "../webAddress";
import { systemId, versionNumber } from "./serviceInput";

export const MAX_SAMPLE_REPORTS = 5;

/** Disables the tab of a hidden service and rejects its call. */
export const HIDDEN_SERVICE = "Customers cannot see this service. Make it visible to edit its customer interface.";

export const SampleReportInput = z.object({
  title: requiredLine("Title is required", 200),
  imageKey: z.string({ error: "Image is required" }).min(1, "Image is required"),
  reportUrl: webAddressField,
});

/** Answers are Markdown, or HTML from the API. */
export const FaqInput = z.object({
  question: requiredLine("Question is required", 500),
  answer: requiredText("Answer is required", 20_000),
});

export const sampleReports = <Report extends z.ZodType>(report: Report) =>
  z.array(report).max(MAX_SAMPLE_REPORTS, `At most ${MAX_SAMPLE_REPORTS} sample reports`).default([]);

/** The Customer Interface tab: up to five sample reports and any number of FAQs. */
export const CustomerInterfaceInput = z.object({
  serviceId: systemId,
  version: versionNumber.optional(),
  sampleReports: sampleReports(SampleReportInput),
  faqs: z.array(FaqInput).default([]),
});
export type CustomerInterfaceInput = z.output<typeof CustomerInterfaceInput>;
