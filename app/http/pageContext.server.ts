import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { can, isWithheld, type Permission, WITHHELD } from "~/domain/access";
import type { Context } from "~/domain/context";
import { recordRefusal } from "~/domain/securityEvents/recordSecurityEvent";
import { paths } from "~/paths";
import { type PortalRequest, portalCookie, setToast } from "./portalRequest.server";
import { asDocument, redirectWithToast } from "./redirectWithToast.server";
import { clickOf } from "./referralCookies.server";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** The path of a page request, without the suffix of Remix data requests. */
export function pagePath(request: Request) {
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  url.searchParams.delete("index");
  return url.pathname + url.search;
}

/**
 * First line of every loader and action: returns the context or throws a redirect. Without a session to /signin, or
 * to /signup after a fresh referral click, with a return path; with the wrong role to /.
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
  const way = (await isNewVisitor(portal, request)) ? paths.signUp : paths.signIn;
  throw redirect(way(pagePath(request)), 303);
}

/** Older clicks say nothing about this visit. */
const FRESH_CLICK_MS = 60 * 60_000;

/** True for a visitor with a fresh referral click and no earlier sign-in in this browser (rules.md affiliates/landing). */
async function isNewVisitor(portal: PortalRequest, request: Request): Promise<boolean> {
  if (portalCookie(portal, "browser") !== null) return false;
  const click = await clickOf(portal.ctx, request);
  return click.state === "sound" && portal.ctx.now - click.click.at < FRESH_CLICK_MS;
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
