import { z } from "zod";

/** What one outside address answers (POST /web/page). */
export const WebPageInput = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  status: z.int().min(200).max(599).default(200),
  html: z.string().max(900_000).default(""),
  headers: z.record(z.string().max(200), z.string().max(4_000)).default({}),
  delayMs: z.int().min(0).max(120_000).default(0),
});
export type WebPage = z.output<typeof WebPageInput>;

/** What a publisher can do to a page, as the control page lists it. */
export const deeds = {
  restore: "As it was",
  remove: "Remove the links",
  nofollow: "Add nofollow",
  forbid: "Answer 403",
  fail: "Answer 500 for an hour",
  slow: "Answer after 30 seconds",
  redirect: "Redirect to the home page",
  soft404: "Say that nothing is here, with status 200",
} as const;
export type Deed = keyof typeof deeds;

const HOUR_MS = 3_600_000;

/** A deed ends by itself after this time, in ms; null for one that stays. */
export const lastsFor = (deed: Deed) => (deed === "fail" ? HOUR_MS : null);

/** The page after what its publisher did. */
export function pageAfter(page: WebPage, deed: Deed): WebPage {
  switch (deed) {
    case "restore":
      return page;
    case "remove":
      return { ...page, html: page.html.replace(/<a\b[^>]*>([\s\S]*?)<\/a>/gi, "$1") };
    case "nofollow":
      return { ...page, html: page.html.replace(/<a\b(?![^>]*\brel=)/gi, '<a rel="nofollow"') };
    case "forbid":
      return { ...page, status: 403, html: "<title>Forbidden</title>" };
    case "fail":
      return { ...page, status: 500, html: "<title>Internal Server Error</title>" };
    case "slow":
      return { ...page, delayMs: 30_000 };
    case "redirect":
      return { ...page, status: 301, html: "", headers: { ...page.headers, Location: new URL("/", page.url).href } };
    case "soft404":
      return { ...page, html: "<title>Page not found</title><h1>Nothing is here</h1>" };
  }
}
