import { getSetCookies, Headers as UndiciHeaders } from "undici";
import { type PageRequest, ScriptFreePage } from "./scriptFreePage";

const MAX_REDIRECTS = 20;

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** undici reads only its own class of headers. */
const setCookiesOf = ({ headers }: Response) =>
  getSetCookies(new UndiciHeaders(headers.getSetCookie().map((cookie) => ["Set-Cookie", cookie])));

/**
 * A browser without script and without a screen: it keeps cookies, follows redirects and fills forms by their labels.
 * Answers of status 500 and above throw, except 503: the portal's own page when a provider is silent.
 */
export function scriptFreeBrowser(
  base: string,
  {
    headers = {},
    cookie,
    keepsCookies = true,
  }: { headers?: Record<string, string>; cookie?: string; keepsCookies?: boolean } = {},
) {
  const [name = "", value = ""] = cookie?.split("=", 2) ?? [];
  let cookies: Cookie[] = cookie ? [{ name, value, path: "/" }] : [];

  function keepCookies(response: Response, url: URL) {
    for (const { name, value, path, maxAge, expires } of setCookiesOf(response)) {
      const cookie = { name, value, path: path ?? url.pathname.replace(/\/[^/]*$/, "/") };
      cookies = cookies.filter((one) => one.name !== cookie.name || one.path !== cookie.path);
      const isGone = maxAge !== undefined ? maxAge <= 0 : expires !== undefined && Number(expires) <= Date.now();
      if (!isGone) cookies.push(cookie);
    }
  }
  const cookiesFor = ({ pathname }: URL) =>
    cookies
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");

  /** `from` is the origin of the page that makes the request; null for a typed address. */
  async function visit({ leaves, ...first }: PageRequest, from: string | null): Promise<ScriptFreePage> {
    let request: PageRequest = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const cookie = cookiesFor(request.url);
      const response = await fetch(request.url, {
        method: request.method,
        redirect: "manual",
        body: request.body,
        headers: {
          Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
          "User-Agent":
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
          // workerd ends a connection whose body it did not read, so a kept one would be reset.
          Connection: "close",
          "Sec-Fetch-Dest": "document",
          "Sec-Fetch-Site": from === null ? "none" : from === request.url.origin ? "same-origin" : "cross-site",
          ...(request.method === "POST" && from ? { Origin: from } : {}),
          ...(cookie ? { Cookie: cookie } : {}),
          ...headers,
        },
      });
      if (keepsCookies) keepCookies(response, request.url);
      const location = response.headers.get("Location");
      if (location && !leaves && [301, 302, 303, 307, 308].includes(response.status)) {
        await response.body?.cancel();
        const target = new URL(location, request.url);
        request = [307, 308].includes(response.status) ? { ...request, url: target } : { method: "GET", url: target };
        continue;
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.status >= 500 && response.status !== 503)
        throw new Error(`${request.method} ${request.url.pathname} answered ${response.status}`);
      const answer = { url: request.url, status: response.status, headers: response.headers, bytes };
      return new ScriptFreePage(answer, (next) => visit(next, request.url.origin));
    }
    throw new Error(`${first.url.pathname} redirects more than ${MAX_REDIRECTS} times`);
  }

  return {
    /** Opens a path of the portal or an address, for example of a mail. */
    open: (address: string) => visit({ method: "GET", url: new URL(address, base) }, null),
    cookies: () => [...cookies],
    clearCookies() {
      cookies = [];
    },
  };
}

export type ScriptFreeBrowser = ReturnType<typeof scriptFreeBrowser>;
