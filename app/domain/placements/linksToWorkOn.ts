import { eq } from "drizzle-orm";
import { placements } from "~db/schema";
import type { Context } from "../context";
import { DomainError, NotFound } from "../errors";
import { type StoredPlacement, storedPlacements } from "./storedPlacements";

/**
 * The links of an order that a pasted list can reach, in sequence: the ticked ones, or all without a tick. Throws
 * NotFound for an order without links.
 */
export async function linksToWorkOn(ctx: Context, orderId: string, ids: readonly string[]): Promise<StoredPlacement[]> {
  const links = await storedPlacements(ctx, eq(placements.orderId, orderId));
  if (links.length === 0) throw new NotFound();
  return ids.length === 0 ? links : links.filter(({ id }) => ids.includes(id));
}

/** A link as a preview names it. */
export interface NamedLink {
  id: string;
  number: string;
  targetUrl: string;
  anchorText: string;
}

export const namedLink = ({ id, number, targetUrl, anchorText }: StoredPlacement): NamedLink => ({
  id,
  number,
  targetUrl,
  anchorText,
});

/** Why a change is refused, for a preview; null when it is not. */
export function refusalOf(change: () => unknown): string | null {
  try {
    change();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
