import type { Context } from "../context";
import { newToken } from "./newToken";

/** Accounts that one browser's cookie remembers. */
const MAX_ACCOUNTS = 8;
export const KNOWN_BROWSER_SECONDS = 365 * 24 * 60 * 60;

type BrowserContext = Pick<Context, "signer" | "browserCookie">;

/** The cookie: a random value, then a signature per account that signed in, newest last. It names no account. */
const partsOf = ({ browserCookie }: BrowserContext) => {
  const [nonce, ...macs] = (browserCookie ?? "").split(".");
  return { nonce: nonce || newToken(), macs: macs.slice(-MAX_ACCOUNTS) };
};

const textOf = (nonce: string, emailFolded: string) => `${nonce}:${emailFolded}`;

/**
 * The signature by which limits count this browser, if the account signed in with it before, else null (rules.md
 * security/known-browsers).
 */
export async function knownBrowser(ctx: BrowserContext, emailFolded: string): Promise<string | null> {
  const { nonce, macs } = partsOf(ctx);
  for (const mac of macs) if (await ctx.signer.isMac("known-browser", textOf(nonce, emailFolded), mac)) return mac;
  return null;
}

/** The value of the cookie once an account has signed in. */
export async function rememberBrowser(ctx: BrowserContext, emailFolded: string): Promise<string> {
  const { nonce, macs } = partsOf(ctx);
  const known = await knownBrowser(ctx, emailFolded);
  const mac = await ctx.signer.mac("known-browser", textOf(nonce, emailFolded));
  return [nonce, ...[...macs.filter((other) => other !== known && other !== mac), mac].slice(-MAX_ACCOUNTS)].join(".");
}
