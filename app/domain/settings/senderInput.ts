import { z } from "zod";
import { toAsciiEmail } from "~/format/asciiEmail";
import { requiredLine } from "../textFields";

const address = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(toAsciiEmail)
    .min(1, missing)
    .max(254, "At most 254 characters")
    .pipe(z.email("Email is not valid"));

/** The sender of all mails. */
export const SenderInput = z.object({
  version: z.number().int().min(0),
  fromName: requiredLine("Sender name is required", 100),
  fromAddress: address("Sender address is required"),
  replyTo: address("Reply-to is required"),
});
export type SenderInput = z.output<typeof SenderInput>;
