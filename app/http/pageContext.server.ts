import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { can, isWithheld, type Permission, WITHHELD } from "~/domain/access";
import type { Context } from "~/domain/context";
import { recordRefusal } from "~/domain/securityEvents/recordSecurityEvent";
import { paths } from "~/paths";
import { type PortalRequest, setToast } from "./portalRequest.server";
import { asDocument, redirectWithToast } from "./redirectWithToast.server";

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
 * First line of every loader and action: returns the context or throws a redirect. Without a session to /signin with
 * a return path, with the wrong role to /.
 */
export async function pageContext({ request, context }: Args, permission: Permission): Promise<Context> {
  const { portal } = context;
  const { ctx } = portal;
  if (portal.adminRestored) await leadHome(portal, request);
  if (can(ctx.actor, permission)) return ctx;
  recordRefusal(ctx, new URL(request.url).pathname);
  if (isWithheld(ctx.actor, permission)) throw await redirectWithToast(portal, paths.home(), WITHHELD, "error");
  if (ctx.actor.kind === "user" && ctx.actor.setUpFirst) throw redirect(paths.twoFactor(), 303);
  throw redirect(ctx.actor.kind === "anonymous" ? paths.signIn(pagePath(request)) : paths.home(), 303);
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
