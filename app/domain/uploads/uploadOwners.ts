import { type Actor, userOf } from "../context";

/** The owner id of a visitor's uploads, by checkout draft. */
const draftOwner = (draftId: string) => `draft:${draftId}`;

/**
 * The owner of a new upload: the signed-in user (the customer, while an admin acts as one), else the visitor's draft.
 */
export function uploadOwner(actor: Actor, draftId?: string | null): string | null {
  return userOf(actor)?.id ?? (draftId ? draftOwner(draftId) : null);
}

/** All owners whose uploads this actor may use. A visitor who just signed in still has the draft. */
export function uploadOwners(actor: Actor, draftId?: string | null): string[] {
  const user = userOf(actor);
  return [...(user ? [user.id] : []), ...(draftId ? [draftOwner(draftId)] : [])];
}
