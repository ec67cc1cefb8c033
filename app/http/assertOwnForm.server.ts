import { type Actor, userOf } from "~/domain/context";
import { Conflict } from "~/domain/errors";
import { FORM_OWNER } from "~/formNames";
import type { PortalRequest } from "./portalRequest.server";

/**
 * True when a page rendered for `owner` may be used by this actor. A visitor's page belongs to the person who signs
 * in.
 */
export function isOwnForm(actor: Actor, owner: unknown): boolean {
  const user = userOf(actor);
  return typeof owner !== "string" || owner === "" || !user || owner === user.id;
}

/**
 * Refuses a form whose page was rendered for another person: another account signed in in this browser, or staff
 * signed in as a client in another tab. Throws Conflict.
 */
export function assertOwnForm(portal: PortalRequest, form: FormData): void {
  const owner = form.get(FORM_OWNER);
  if (isOwnForm(portal.ctx.actor, owner)) return;
  portal.formOwner = String(owner);
  const email = userOf(portal.ctx.actor)?.email;
  throw new Conflict(
    `Nothing was saved or charged. This page was opened by another account, and you are now signed in as ${email}. Open it again to continue as ${email}.`,
  );
}
