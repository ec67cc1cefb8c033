import ipaddr from "ipaddr.js";

const MINUTE = 60_000;

export interface LimitRule {
  /** The attempts, as docs/security.md names them. */
  what: string;
  windowMs: number;
  /** Per account, or per typed address of an account; with `perAccountTotal`, on one network or known browser. */
  perAccount: number;
  /** Per account on all networks together, known browsers apart. So no stranger locks the owner out. */
  perAccountTotal?: number;
  /**
   * Per network: higher where one office shares an address. Absent where only accounts act, whose number is limited.
   */
  perNetwork?: number;
}

/** Every limit of attempts; beyond it the answer is 429 with Retry-After (rules.md security/limits). */
export const limits = {
  signIn: {
    what: "Failed sign-ins by password",
    windowMs: 15 * MINUTE,
    perAccount: 5,
    perAccountTotal: 50,
    perNetwork: 50,
  },
  signInCode: {
    what: "Wrong codes at sign-in",
    windowMs: 15 * MINUTE,
    perAccount: 5,
    perAccountTotal: 20,
    perNetwork: 50,
  },
  confirm: { what: "Passwords and codes to confirm a change", windowMs: 15 * MINUTE, perAccount: 5, perNetwork: 50 },
  signInLink: {
    what: "Sign-in links asked for",
    windowMs: 60 * MINUTE,
    perAccount: 5,
    perAccountTotal: 20,
    perNetwork: 20,
  },
  reset: {
    what: "Password resets asked for",
    windowMs: 60 * MINUTE,
    perAccount: 3,
    perAccountTotal: 10,
    perNetwork: 30,
  },
  signUp: { what: "Sign-ups, and first orders of visitors", windowMs: 60 * MINUTE, perAccount: 10, perNetwork: 30 },
  coupon: { what: "Coupon codes tried", windowMs: MINUTE, perAccount: 20, perNetwork: 20 },
  draft: { what: "Checkouts saved before signing in", windowMs: MINUTE, perAccount: 30, perNetwork: 30 },
  preflight: { what: "Sheets checked before an order", windowMs: MINUTE, perAccount: 30 },
  track: { what: "Clicks sent through the API", windowMs: MINUTE, perAccount: 60, perNetwork: 60 },
  refresh: { what: "Refreshed API tokens", windowMs: MINUTE, perAccount: 30, perNetwork: 30 },
  order: { what: "Orders placed by customers", windowMs: 10 * MINUTE, perAccount: 20 },
  message: { what: "Messages sent", windowMs: MINUTE, perAccount: 30 },
  strangerMail: {
    what: "Emails of strangers to reply addresses",
    windowMs: 1440 * MINUTE,
    perAccount: 20,
    perNetwork: 500,
  },
  details: { what: "Project details changed by customers", windowMs: MINUTE, perAccount: 30 },
  linkReport: { what: "Links reported as gone by customers", windowMs: 60 * MINUTE, perAccount: 20 },
  evidence: { what: "Evidence packs made", windowMs: 60 * MINUTE, perAccount: 30 },
  personalData: { what: "Downloads of a person's data", windowMs: 60 * MINUTE, perAccount: 10 },
  everything: { what: "Exports of everything", windowMs: 60 * MINUTE, perAccount: 3 },
  approvalLink: { what: "Forged approval links", windowMs: 15 * MINUTE, perAccount: 60, perNetwork: 60 },
  decline: { what: "Declined payments of orders", windowMs: 60 * MINUTE, perAccount: 10, perNetwork: 10 },
  upload: { what: "Files uploaded", windowMs: 10 * MINUTE, perAccount: 60 },
  uploadMegabytes: { what: "Megabytes uploaded, each file at least one", windowMs: 1440 * MINUTE, perAccount: 1000 },
} as const satisfies Record<string, LimitRule>;
export type Limit = keyof typeof limits;

/** An IPv6 site has 65,536 lines; a few of them may share a limit. */
const SITE_TIMES = 4;

interface Network {
  key: string;
  /** How many times `perNetwork` it may use. */
  times: number;
}

/**
 * The networks that an address counts in: an IPv4 address; of IPv6 the /64 that one line has, and the /48 of its site.
 * Every spelling of an address is the same one. Anything else, such as a missing address in production, is one network.
 */
export function networksOf(address: string): Network[] {
  if (!ipaddr.isValid(address)) return [{ key: "address:unknown", times: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return [{ key: `address:${parsed.toString()}`, times: 1 }];
  const prefix = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)}/${bits}`;
  return [
    { key: `address:${prefix(64)}`, times: 1 },
    { key: `address:${prefix(48)}`, times: SITE_TIMES },
  ];
}
