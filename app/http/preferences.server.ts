import type { Theme } from "~/ui/layout/shellProps";
import { type PortalRequest, portalCookie, setPortalCookie } from "./portalRequest.server";

const YEAR_SECONDS = 365 * 86_400;
const themes = ["system", "light", "dark"] as const satisfies readonly Theme[];

/** This browser's display preferences. Unknown values fall back to the default. */
export function readPreferences(portal: PortalRequest): { theme: Theme; menuCollapsed: boolean; keys: boolean } {
  const theme = portalCookie(portal, "theme");
  return {
    theme: themes.find((one) => one === theme) ?? "system",
    menuCollapsed: portalCookie(portal, "menu") === "collapsed",
    keys: portalCookie(portal, "keys") !== "off",
  };
}

/** Stores a posted `theme`, `menu` (open or collapsed) or `keys` (on or off) and ignores anything else. */
export function keepPreferences(portal: PortalRequest, form: FormData) {
  const theme = themes.find((one) => one === form.get("theme"));
  if (theme) setPortalCookie(portal, "theme", theme, YEAR_SECONDS);
  const menu = form.get("menu");
  if (menu === "open" || menu === "collapsed") setPortalCookie(portal, "menu", menu, YEAR_SECONDS);
  const keys = form.get("keys");
  if (keys === "on" || keys === "off") setPortalCookie(portal, "keys", keys, YEAR_SECONDS);
}
