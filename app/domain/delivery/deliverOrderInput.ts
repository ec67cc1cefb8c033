import { z } from "zod";
import { MAX_MESSAGE } from "../messages/messageThreads";
import { orderStatuses } from "../orders/orderStates";
import { text } from "../textFields";
import { completeWebAddress } from "../webAddress";

/** Files, and links, of one delivery. */
const MAX_DELIVERED = 10;
const TOO_MANY_LINKS = `Add ${MAX_DELIVERED} links or fewer`;
export const NOTHING_TO_DELIVER = "Choose a file, add a link or write a message";

const id = z.string().min(1).max(64);

const webAddress = z
  .string()
  .trim()
  .max(2000)
  .transform((text, ctx) => {
    const address = completeWebAddress(text);
    if (address === null) ctx.addIssue({ code: "custom", message: `'${text.slice(0, 80)}' is not a web address` });
    return address ?? "";
  });

const webAddresses = z.array(webAddress).max(MAX_DELIVERED, TOO_MANY_LINKS);

const delivery = {
  version: z.number().int().min(1).optional(),
  /** Keys of uploads of the kind `report`. */
  files: z.array(z.string().max(64)).max(MAX_DELIVERED, `Deliver ${MAX_DELIVERED} files or fewer`).default([]),
  links: webAddresses.default([]),
  /** The `sequence` of each ticked step; absent leaves the steps (rules.md orders/sub-statuses). */
  subStatuses: z.array(z.number().int()).max(100).optional(),
  /** Absent leaves the status. */
  status: z.enum(orderStatuses).optional(),
  /** To the client, in Markdown. */
  message: text(MAX_MESSAGE, `Use ${MAX_MESSAGE} characters or fewer for the message`).default(""),
  /** Completes an order although links are open; they are cancelled (rules.md placements/closing). */
  closeOpenRows: z.boolean().optional(),
  /** As of an update of the order. */
  completeSteps: z.boolean().optional(),
};

export const DeliverOrderInput = z.object({
  id,
  ...delivery,
  /** Makes the call idempotent. */
  key: z.string().min(8).max(100).optional(),
});
export type DeliverOrderInput = z.infer<typeof DeliverOrderInput>;

/** The dialog's form: links one a line, all ticks, and where to go afterwards. */
export const DeliverOrderForm = z.object({
  ...delivery,
  version: z.number().int().min(1),
  links: z
    .string()
    .default("")
    .transform((text) => text.split(/\r\n?|\n/).filter((line) => line.trim() !== ""))
    .pipe(webAddresses),
  subStatuses: delivery.subStatuses.default([]),
  completeSteps: z.boolean().default(false),
  goTo: z.enum(["next"]).optional(),
});
