/**
 * The portal's cookie names, with the __Host- prefix on https. Plain http exists on localhost only (rules.md
 * security/cookies).
 */
export function cookieNames(siteUrl: string) {
  const prefix = siteUrl.startsWith("https:") ? "__Host-" : "";
  return {
    session: `${prefix}session`,
    toast: `${prefix}toast`,
    theme: `${prefix}theme`,
    menu: `${prefix}menu`,
    keys: `${prefix}keys`,
    sizes: `${prefix}sizes`,
    checkout: `${prefix}checkout`,
    buyer: `${prefix}buyer`,
    click: `${prefix}click`,
    affiliate: `${prefix}affiliate`,
    campaign: `${prefix}campaign`,
    reset: `${prefix}reset`,
    challenge: `${prefix}challenge`,
    browser: `${prefix}browser`,
    link: `${prefix}link`,
    bookmark: `${prefix}bookmark`,
  };
}
export type CookieName = keyof ReturnType<typeof cookieNames>;

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim());
      } catch {
        return null;
      }
    }
  }
  return null;
}

/** A Set-Cookie value: HttpOnly, SameSite=Lax, Path=/, Secure on https. `maxAge` in seconds; 0 deletes the cookie. */
export function writeCookie(siteUrl: string, name: string, value: string, maxAge: number) {
  const secure = siteUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
