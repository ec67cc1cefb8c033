import type { FoundSession } from "~/domain/accounts/findSession";
import type { Context } from "~/domain/context";
import { type CookieName, cookieNames, readCookie, writeCookie } from "./cookies.server";
import type { PortalEnv } from "./environment.server";

export interface Toast {
  tone: "success" | "info" | "error";
  text: string;
}

/** One request as the doors see it: the context for rules, and the cookies that its answer will carry. */
export interface PortalRequest {
  env: PortalEnv;
  request: Request;
  ctx: Context;
  session: FoundSession | null;
  /** The impersonation that this request came with is over, and it goes on as the admin: it leads home and does nothing else. */
  adminRestored: boolean;
  nonce: string;
  /** What the next page will say, once it was set. */
  toast?: Toast;
  /** Whose the refused form was (`assertOwnForm`), so that the page is drawn for that person again. */
  formOwner?: string;
  /** Set-Cookie values, put on the answer by entry.pages.ts whatever made it. */
  setCookies: string[];
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    portal: PortalRequest;
  }
}

export function setPortalCookie(portal: PortalRequest, name: CookieName, value: string, maxAge: number) {
  const { siteUrl } = portal.ctx;
  portal.setCookies.push(writeCookie(siteUrl, cookieNames(siteUrl)[name], value, maxAge));
}

export const portalCookie = (portal: PortalRequest, name: CookieName) =>
  readCookie(portal.request, cookieNames(portal.ctx.siteUrl)[name]);

/** Keeps a message for the next page, signed so that nobody else can put words on the portal's pages. */
export async function setToast(portal: PortalRequest, toast: Toast) {
  portal.toast = toast;
  const text = JSON.stringify(toast);
  setPortalCookie(portal, "toast", `${await portal.ctx.signer.mac(`toast:${text}`)}.${text}`, 300);
}

/** The kept message, once: reading it takes it off. */
export async function takeToast(portal: PortalRequest): Promise<Toast | null> {
  const value = portalCookie(portal, "toast");
  if (!value) return null;
  setPortalCookie(portal, "toast", "", 0);
  const text = value.slice(value.indexOf(".") + 1);
  if (value !== `${await portal.ctx.signer.mac(`toast:${text}`)}.${text}`) return null;
  return JSON.parse(text) as Toast;
}
