import type { FoundSession } from "~/domain/accounts/findSession";
import type { Context } from "~/domain/context";
import { type CookieName, cookieNames, readCookie, writeCookie } from "./cookies.server";
import type { PortalEnv } from "./environment.server";

export interface Toast {
  tone: "success" | "info" | "error";
  text: string;
  /** A button that posts one field. */
  post?: ToastPost;
}

export interface ToastPost {
  label: string;
  action: string;
  name: string;
  value: string;
}

/** One request: its context, and the cookies for its answer. */
export interface PortalRequest {
  env: PortalEnv;
  request: Request;
  ctx: Context;
  session: FoundSession | null;
  /**
   * The impersonation of this request has ended and the request continues as the admin: it redirects home and does
   * nothing else.
   */
  adminRestored: boolean;
  nonce: string;
  /** The toast of the next page, once set. */
  toast?: Toast;
  /** The owner of the refused form (`assertOwnForm`), so that the page is rendered for that person. */
  formOwner?: string;
  /** Set-Cookie values, added to any answer. */
  setCookies: string[];
  /** The answer may show what this visitor typed (rules.md security/headers). */
  personal?: boolean;
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

const personalCookies: readonly CookieName[] = ["checkout", "buyer", "link", "reset", "challenge"];

export function portalCookie(portal: PortalRequest, name: CookieName) {
  const value = readCookie(portal.request, cookieNames(portal.ctx.siteUrl)[name]);
  if (value !== null && personalCookies.includes(name)) portal.personal = true;
  return value;
}

/** Stores a message for the next page, signed so that only the portal can put text on its pages. */
export async function setToast(portal: PortalRequest, toast: Toast) {
  portal.toast = toast;
  const text = JSON.stringify(toast);
  setPortalCookie(portal, "toast", `${await portal.ctx.signer.mac("toast", text)}.${text}`, 300);
}

/** Reads the stored message once and deletes it. */
export async function takeToast(portal: PortalRequest): Promise<Toast | null> {
  const value = portalCookie(portal, "toast");
  if (!value) return null;
  setPortalCookie(portal, "toast", "", 0);
  const end = value.indexOf(".");
  const text = value.slice(end + 1);
  if (!(await portal.ctx.signer.isMac("toast", text, value.slice(0, end)))) return null;
  return JSON.parse(text) as Toast;
}
