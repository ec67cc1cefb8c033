import type { Theme } from "~/ui/layout/shellProps";
import { type PortalRequest, portalCookie, setPortalCookie } from "./portalRequest.server";

const YEAR_SECONDS = 365 * 86_400;
const themes = ["system", "light", "dark"] as const satisfies readonly Theme[];

/** This browser's display preferences. Unknown values fall back to the default. */
export function readPreferences(portal: PortalRequest): { theme: Theme; menuCollapsed: boolean } {
  const theme = portalCookie(portal, "theme");
  return {
    theme: themes.find((one) => one === theme) ?? "system",
    menuCollapsed: portalCookie(portal, "menu") === "collapsed",
  };
}

/** Stores a posted `theme` or `menu` (open or collapsed) and ignores anything else. */
export function keepPreferences(portal: PortalRequest, form: FormData) {
  const theme = themes.find((one) => one === form.get("theme"));
  if (theme) setPortalCookie(portal, "theme", theme, YEAR_SECONDS);
  const menu = form.get("menu");
  if (menu === "open" || menu === "collapsed") setPortalCookie(portal, "menu", menu, YEAR_SECONDS);
}
