import { z } from "zod";
import { orderStatuses } from "../orders/orderStates";

const id = z.string().min(1).max(64);
const time = z.number().int().min(0);

/** An order of the previous system with its messages. Cents and ms UTC. */
export const MigratedOrderInput = z.object({
  /** Its id there. Importing the same id again is a no-op. */
  sourceId: z.string().min(1).max(80),
  clientId: id,
  serviceId: id,
  status: z.enum(orderStatuses),
  assignedToId: id.nullable().default(null),
  items: z
    .array(z.object({ packageId: id, quantity: z.number().int().min(1), unitPrice: z.number().int().min(0) }))
    .min(1)
    .max(50),
  transactionDetails: z.string().max(2000).default(""),
  createdAt: time,
  completedAt: time.nullable().default(null),
  /** Markdown or HTML. */
  messages: z
    .array(z.object({ fromName: z.string().max(200), body: z.string().max(100_000), createdAt: time }))
    .max(2000),
});
export type MigratedOrderInput = z.infer<typeof MigratedOrderInput>;
