/** The page could be read and the link is not as agreed. Two of these, a day apart, are a loss. */
export const faultVerdicts = [
  "nofollow",
  "anchor_changed",
  "target_changed",
  "missing",
  "page_gone",
  "page_moved",
  "noindex",
] as const;

/** The page could not be read, so nothing is known about the link. */
export const uncertainVerdicts = ["blocked", "server_error", "timeout", "dns", "not_html"] as const;

/** What a look at a live link can find (rules.md watch/verdicts). */
export const verdicts = ["ok", ...faultVerdicts, ...uncertainVerdicts, "target_broken"] as const;
export type Verdict = (typeof verdicts)[number];

/** What a person can see in a browser. */
export const seenVerdicts = [
  "ok",
  "missing",
  "nofollow",
  "anchor_changed",
  "target_changed",
  "page_gone",
  "page_moved",
] as const satisfies readonly Verdict[];

const isOneOf = (list: readonly Verdict[], verdict: Verdict) => list.includes(verdict);
export const isFault = (verdict: Verdict) => isOneOf(faultVerdicts, verdict);
export const isUncertain = (verdict: Verdict) => isOneOf(uncertainVerdicts, verdict);

const labels: Record<Verdict, string> = {
  ok: "In place",
  nofollow: "Nofollow",
  anchor_changed: "Anchor changed",
  target_changed: "Leads elsewhere",
  missing: "Link missing",
  page_gone: "Page gone",
  page_moved: "Page moved",
  noindex: "Kept out of search",
  blocked: "Site blocks checks",
  server_error: "Site error",
  timeout: "Too slow",
  dns: "Site not found",
  not_html: "Not a web page",
  target_broken: "Target page broken",
};
export const verdictLabel = (verdict: Verdict) => labels[verdict];
