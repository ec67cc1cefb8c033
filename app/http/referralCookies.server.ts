import { CLICK_DAYS, readClick } from "~/domain/attribution/clickCookie";
import type { Arrival } from "~/domain/attribution/decideAttribution";
import { type Context, isStaff } from "~/domain/context";
import { campaignOf } from "~/paths";
import { type PortalRequest, portalCookie, setPortalCookie } from "./portalRequest.server";

/** The referral click in a request's cookies. */
export const clickOf = ({ signer, siteUrl, now }: Context, request: Request) =>
  readClick(request.headers.get("Cookie"), siteUrl, (text, mac) => signer.isMac("click", text, mac), now);

/** How the visitor arrived: by which click, and whether an affiliate used this browser. */
export const arrivalOf = async (portal: PortalRequest): Promise<Arrival> => ({
  click: await clickOf(portal.ctx, portal.request),
  affiliateSeen: portalCookie(portal, "affiliate"),
});

/** A click credits one account. The next account in this browser needs a new click. */
export function forgetClick(portal: PortalRequest) {
  if (portalCookie(portal, "click") !== null) setPortalCookie(portal, "click", "", 0);
}

const CAMPAIGN_DAYS = 30;

/** Keeps the campaign that a visitor came with until the order (rules.md affiliates/redirect). */
export function rememberCampaign(portal: PortalRequest, { searchParams }: URL): void {
  const campaign = portal.request.method === "GET" ? campaignOf(searchParams)?.toString() : undefined;
  if (campaign && portalCookie(portal, "campaign") !== campaign)
    setPortalCookie(portal, "campaign", campaign, CAMPAIGN_DAYS * 86_400);
}

/** The campaign of an address, else of the visit before it. */
export const campaignOfVisit = (portal: PortalRequest, search: URLSearchParams) =>
  campaignOf(search) ?? campaignOf(new URLSearchParams(portalCookie(portal, "campaign") ?? ""));

/** The next order has its own campaign. */
export function forgetCampaign(portal: PortalRequest) {
  if (portalCookie(portal, "campaign") !== null) setPortalCookie(portal, "campaign", "", 0);
}

/**
 * Runs once the actor is resolved. The redirect runs no query and cannot tell who clicked, so this drops clicks of
 * staff and of impersonating admins. It also marks an affiliate's browser, so that their own link is recognised after
 * they sign out (docs/decisions/0026-attribution.md; rules.md affiliates/attribution).
 */
export function dropInvalidReferral(portal: PortalRequest): void {
  const { actor } = portal.ctx;
  if (isStaff(actor) || actor.kind === "impersonated") {
    forgetClick(portal);
  } else if (actor.kind === "user" && actor.user.affiliate && portalCookie(portal, "affiliate") !== actor.user.id)
    setPortalCookie(portal, "affiliate", actor.user.id, CLICK_DAYS * 86_400);
}
