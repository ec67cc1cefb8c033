import { z } from "zod";
import { parseTemplate } from "../mailTemplate";
import { requiredLine, requiredText } from "../textFields";

/** What a saved reply can say of its order, with an example. */
export const replyVariables = {
  "client.firstName": "Ada",
  "client.lastName": "Lovelace",
  "order.number": "10482",
  "order.service": "Guest Posts",
  "agent.firstName": "Grace",
  agency: "",
} as const;
export type ReplyVariable = keyof typeof replyVariables;

export const MAX_REPLIES = 200;

const NAME_REQUIRED = "Name is required";
const TEXT_REQUIRED = "Text is required";

/** An unknown variable is refused with its name and line. */
export const SavedReplyInput = z.object({
  version: z.number().int().min(1).optional(),
  name: requiredLine(NAME_REQUIRED, 80),
  body: requiredText(TEXT_REQUIRED, 5_000).superRefine((body, problems) => {
    const parsed = parseTemplate(body, Object.keys(replyVariables));
    if ("problem" in parsed) problems.addIssue({ code: "custom", message: parsed.problem });
  }),
});
export type SavedReplyInput = z.output<typeof SavedReplyInput>;
