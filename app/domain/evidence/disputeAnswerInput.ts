import { z } from "zod";

/** The provider's limit for a text. All of them together stay below its 150,000. */
const MAX_TEXT = 20_000;
const text = (max = MAX_TEXT) =>
  z
    .string()
    .trim()
    .max(max, `Use ${max.toLocaleString("en")} characters or fewer`)
    .default("");

export const AnswerTextsInput = z.object({
  product_description: text(),
  customer_name: text(200),
  customer_email_address: text(320),
  billing_address: text(500),
  service_date: text(100),
  access_activity_log: text(),
  uncategorized_text: text(),
});

export const DisputeAnswerForm = AnswerTextsInput.extend({
  version: z.number().int().min(1),
  act: z.enum(["save", "send"]).default("send"),
});
