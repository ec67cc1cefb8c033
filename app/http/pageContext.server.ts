import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { can, isWithheld, type Permission, WITHHELD } from "~/domain/access";
import type { Context } from "~/domain/context";
import { recordRefusal } from "~/domain/securityEvents/recordSecurityEvent";
import { decodeId, paths } from "~/paths";
import { asDocument } from "~/remixInternals";
import { type PortalRequest, portalCookie, setToast } from "./portalRequest.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { clickOf } from "./referralCookies.server";

interface Args {
  request: Request;
  context: AppLoadContext;
}

export function pagePath(request: Request) {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * First line of every loader and action: returns the context or throws a redirect. Without a session to /signin with a
 * return path, or to the shop or /signup after a fresh referral click; with the wrong role to /.
 */
export async function pageContext({ request, context }: Args, permission: Permission): Promise<Context> {
  const { portal } = context;
  const { ctx } = portal;
  if (portal.adminRestored) await leadHome(portal, request);
  if (can(ctx.actor, permission)) return ctx;
  recordRefusal(ctx, new URL(request.url).pathname);
  if (isWithheld(ctx.actor, permission)) throw await redirectWithToast(portal, paths.home(), WITHHELD, "error");
  if (ctx.actor.kind === "user" && ctx.actor.setUpFirst) throw redirect(paths.twoFactor(), 303);
  if (ctx.actor.kind !== "anonymous") throw redirect(paths.home(), 303);
  throw redirect((await referredLanding(portal, request)) ?? paths.signIn(pagePath(request)), 303);
}

/** Older clicks say nothing about this visit. */
const FRESH_CLICK_MS = 30 * 60_000;

/**
 * Where a visitor with a fresh referral click and no earlier sign-in in this browser goes, or null for the sign-in
 * (rules.md affiliates/landing).
 */
async function referredLanding(portal: PortalRequest, request: Request): Promise<string | null> {
  if (portalCookie(portal, "browser") !== null) return null;
  const { ctx } = portal;
  const click = await clickOf(ctx, request);
  if (click.state !== "sound" || ctx.now - click.click.at >= FRESH_CLICK_MS) return null;
  const target = pagePath(request);
  return (ctx.settings.shop.open ? await shopLanding(ctx, target) : null) ?? paths.signUp(target);
}

/** The public page that shows what `target` shows with a session, or null. */
async function shopLanding(ctx: Context, target: string): Promise<string | null> {
  const { pathname } = new URL(target, ctx.siteUrl);
  if (pathname === paths.home() || pathname === paths.services()) return paths.shop();
  const id = decodeId(/^\/services\/([^/]+)\/details$/.exec(pathname)?.[1]);
  if (!id) return null;
  const { shopSlugOf } = await import("~/domain/catalogue/shopSlugOf");
  const slug = await shopSlugOf(ctx, id);
  return slug ? paths.shopService(slug) : paths.shop();
}

/** A request made while impersonating must never run as the admin, so it ends at the home page. */
async function leadHome(portal: PortalRequest, request: Request) {
  await setToast(portal, {
    tone: "info",
    text: "Your session as the client has ended. You are back in your own account.",
  });
  // A document, because the frame on the screen is still the client's.
  if (request.method !== "GET" || pagePath(request) !== paths.home()) throw asDocument(redirect(paths.home(), 303));
}
