import { z } from "zod";

/** A card that the provider keeps for the payer; empty for another one (rules.md payments/saved-cards). */
export const SavedCardId = z.string().trim().max(255).optional();

/** How the page of an unpaid order is paid. */
export const PayOrderInput = z.object({ savedCardId: SavedCardId });
