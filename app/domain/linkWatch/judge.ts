import type { RelWanted } from "../catalogue/tracking";
import { isSameAddress } from "../sameAddress";
import type { Verdict } from "../verdicts";
import type { FoundLink, PageLook, PageReading, Unreadable, WantedLink } from "./pageLook";

/** Words of pages that answer 200 without being the page. They count only while the link is not on them. */
const BOT_WALL =
  /just a moment|attention required|checking your browser|are you (a )?(human|robot)|captcha|access (to this page has been )?denied|verify(ing)? (that )?you are human|security check|request blocked|pardon our interruption/i;
const MAINTENANCE =
  /maintenance|be right back|temporarily unavailable|service unavailable|(database|connection|server) error|error establishing|account (has been )?suspended/i;
const NOT_FOUND =
  /\b(404|410)\b|(page|seite|página|pagina) (was |wurde )?(not|nicht|no|non) (found|gefunden|encontrada|trovata)|page introuvable/i;
/** Pages in front of the page: sign-in, consent, a puzzle. */
const GATE = /(^|\/)(wp-login\.php|login|log-in|signin|sign-in|captcha|challenge|consent)(\/|\.|$)/i;

/**
 * What a visit found (rules.md watch/verdicts). Certain verdicts need a page that was read to its end or to the link;
 * whatever may be a wall, an outage or half a page is uncertain.
 */
export function judge(wanted: WantedLink, look: PageLook): Verdict {
  if (look.failure) return look.failure;
  if (look.challenged && !look.page?.toTarget) return "blocked";
  const refused = verdictOfStatus(look.status);
  if (refused) return refused;
  const { page } = look;
  if (!page || page.size === 0) return "not_html";
  return wanted.targetUrl === "" ? pageVerdict(wanted, look, page) : linkVerdict(wanted, look, page);
}

/** Null for an answer that has a page. */
function verdictOfStatus(status: number | null): Verdict | null {
  if (status === null) return "server_error";
  if (status === 404 || status === 410) return "page_gone";
  if (status === 408 || status === 504 || status === 522 || status === 524) return "timeout";
  if (status >= 500) return "server_error";
  // Whatever else a server has against us says nothing about the page.
  if (status >= 400) return "blocked";
  return status >= 200 && status < 300 ? null : "server_error";
}

function linkVerdict(wanted: WantedLink, look: PageLook, page: PageReading): Verdict {
  const { toTarget } = page;
  if (toTarget) {
    if (!keepsRel(toTarget, wanted.relWanted, page.nofollow)) return "nofollow";
    if (!keepsAnchor(toTarget, wanted.anchorText)) return "anchor_changed";
    return page.noindex ? "noindex" : "ok";
  }
  const doubt = doubtOf(wanted, look, page);
  if (doubt) return doubt;
  if (!isSameAddress(look.finalUrl, wanted.liveUrl)) return "page_moved";
  return page.byAnchor ? "target_changed" : "missing";
}

/** Without an agreed target the page itself is what was sold. */
function pageVerdict(wanted: WantedLink, look: PageLook, page: PageReading): Verdict {
  const doubt = doubtOf(wanted, look, { ...page, truncated: false });
  if (doubt) return doubt;
  if (NOT_FOUND.test(page.title)) return "page_gone";
  if (!isSameAddress(look.finalUrl, wanted.liveUrl)) return "page_moved";
  return page.noindex ? "noindex" : "ok";
}

/** Why a page without the link may not be the whole or the real page. */
function doubtOf(wanted: WantedLink, look: PageLook, page: PageReading): Unreadable | null {
  if (BOT_WALL.test(page.title)) return "blocked";
  if (MAINTENANCE.test(page.title)) return "server_error";
  if (!isSameAddress(look.finalUrl, wanted.liveUrl) && isGate(look.finalUrl)) return "blocked";
  return page.truncated ? "not_html" : null;
}

function isGate(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname.startsWith("consent.") || GATE.test(pathname);
}

const NOT_FOLLOWED = ["nofollow", "sponsored", "ugc"];

/** Whether a link passes authority as far as that was agreed. */
export const keepsRel = ({ rel }: Pick<FoundLink, "rel">, wanted: RelWanted, pageNofollow: boolean) =>
  wanted === "any" || !(pageNofollow || rel.split(/\s+/).some((word) => NOT_FOLLOWED.includes(word)));

/** Whether a link has the agreed text, whatever its case, spacing, quotes and dashes. */
export const keepsAnchor = ({ anchor }: Pick<FoundLink, "anchor">, wanted: string) =>
  wanted.trim() === "" || plainText(anchor) === plainText(wanted);

const plainText = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
    .replace(/[‘’‚‛′`]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["']+|["'.,:;!…]+$/g, "")
    .trim();

/** Whether the client's own page is what is broken. A host that does not resolve gave no answer, so it is not. */
export const isTargetBroken = ({ failure, status }: Pick<PageLook, "failure" | "status">) =>
  failure === null && status !== null && (status === 404 || status === 410 || status >= 500);
