import { z } from "zod";
import { isOneLine, ONE_LINE } from "../oneLine";

const address = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, "At most 254 characters")
    .pipe(z.email("Email is not valid"));

/** The sender of all mails. */
export const SenderInput = z.object({
  version: z.number().int().min(0),
  fromName: z
    .string({ error: "Sender name is required" })
    .trim()
    .min(1, "Sender name is required")
    .max(100, "At most 100 characters")
    .refine(isOneLine, ONE_LINE),
  fromAddress: address("Sender address is required"),
  replyTo: address("Reply-to is required"),
});
export type SenderInput = z.output<typeof SenderInput>;
