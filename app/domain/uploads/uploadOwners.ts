import { type Actor, userOf } from "../context";

/** How the uploads of a signed-out visitor name the checkout draft they belong to. */
const draftOwner = (draftId: string) => `draft:${draftId}`;

/** The owner that a new upload gets: the person (the customer, while an admin acts as one), else the visitor's draft. */
export function uploadOwner(actor: Actor, draftId?: string | null): string | null {
  return userOf(actor)?.id ?? (draftId ? draftOwner(draftId) : null);
}

/** Every owner whose uploads this actor may use: a visitor who has just signed in still holds the draft. */
export function uploadOwners(actor: Actor, draftId?: string | null): string[] {
  const user = userOf(actor);
  return [...(user ? [user.id] : []), ...(draftId ? [draftOwner(draftId)] : [])];
}
