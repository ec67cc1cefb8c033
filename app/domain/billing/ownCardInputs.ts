import { z } from "zod";

export const DefaultCardInput = z.object({ cardId: z.string().min(1).max(255) });

/** `paysFor` counts the subscriptions that the question named. */
export const RemoveCardInput = z.object({ paysFor: z.coerce.number().int().min(0).max(10_000) });
