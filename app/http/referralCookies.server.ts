import { CLICK_DAYS, readClick } from "~/domain/affiliates/clickCookie";
import type { Arrival } from "~/domain/affiliates/decideAttribution";
import { type Context, isStaff } from "~/domain/context";
import { type PortalRequest, portalCookie, setPortalCookie } from "./portalRequest.server";

/** The click that a request brings. */
export const clickOf = ({ signer, siteUrl, now }: Context, request: Request) =>
  readClick(request.headers.get("Cookie"), siteUrl, signer.mac, now);

/** How the visitor of a page came. */
export const arrivalOf = async (portal: PortalRequest): Promise<Arrival> => ({
  click: await clickOf(portal.ctx, portal.request),
  affiliateSeen: portalCookie(portal, "affiliate"),
});

/** A click brings one account: the next one in this browser has to come by a click of its own. */
export function forgetClick(portal: PortalRequest) {
  if (portalCookie(portal, "click") !== null) setPortalCookie(portal, "click", "", 0);
}

/**
 * Runs once it is known who asks. The redirect knows nobody, as it asks no database: a click of staff, or of an admin
 * who acts as a client, is taken away by the page that it leads to. The browser of an affiliate is remembered, so that
 * the own link is known again once signed out (docs/decisions/0026-attribution.md; rules.md affiliates/attribution).
 */
export function keepReferralsHonest(portal: PortalRequest): void {
  const { actor } = portal.ctx;
  if (isStaff(actor) || actor.kind === "impersonated") {
    forgetClick(portal);
  } else if (actor.kind === "user" && actor.user.affiliate && portalCookie(portal, "affiliate") !== actor.user.id)
    setPortalCookie(portal, "affiliate", actor.user.id, CLICK_DAYS * 86_400);
}
