import { z } from "zod";
import { systemId } from "./serviceInput";

/** The records in their new order. */
export const ArrangeInput = z.object({ items: z.array(z.object({ id: systemId })).max(2000) });
export type ArrangeInput = z.output<typeof ArrangeInput>;
