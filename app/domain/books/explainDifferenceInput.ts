import { z } from "zod";

const NOTE_REQUIRED = "Note is required";
const MAX_NOTE = 1000;

export const ExplainDifferenceInput = z.object({
  note: z
    .string({ error: NOTE_REQUIRED })
    .trim()
    .min(1, NOTE_REQUIRED)
    .max(MAX_NOTE, `Use ${MAX_NOTE} characters or fewer`),
});
export type ExplainDifferenceInput = z.output<typeof ExplainDifferenceInput>;
