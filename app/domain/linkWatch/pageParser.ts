import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import { comparableAddress } from "../sameAddress";
import { keepsAnchor, keepsRel } from "./judge";
import type { FoundLink, PageReading, WantedLink } from "./pageLook";

const MAX_TEXT = 2_000;

export const ALL_LINKS = "a";

/**
 * A selector of the links whose href shows the target's host as it is. The runtime skips the others without a call, and
 * calls are most of a visit's processor time.
 */
export function plainLinksTo(targetUrl: string): string {
  const host = hostOf(comparableAddress(targetUrl));
  return /^[\w.-]+$/.test(host) ? `a[href*="${host}" i]` : ALL_LINKS;
}

/** Of a comparable address. */
const hostOf = (address: string | null) => address?.split(/[/:?]/, 1)[0] ?? "";

interface OpenAnchor {
  href: string;
  rel: string;
  text: string;
}

export interface PageParser {
  rewriter: HTMLRewriter;
  /** Whether a link that keeps everything that was agreed was found so far. */
  isKept(): boolean;
  /** After the last byte. */
  finish(): Omit<PageReading, "truncated" | "size">;
}

/** Reads a page's head and those of its links that `links` selects, of which it keeps two. */
export function pageParser(
  { url, headers }: { url: string; headers: Headers },
  wanted: WantedLink,
  links: string,
): PageParser {
  const page: ReturnType<PageParser["finish"]> = {
    title: "",
    canonical: "",
    toTarget: null,
    byAnchor: null,
    ...robotsOf(headers.get("X-Robots-Tag") ?? ""),
  };
  const target = wanted.targetUrl === "" ? null : comparableAddress(wanted.targetUrl);
  let base = url;
  let hasBase = false;
  let templates = 0;
  let titles = 0;
  let open: OpenAnchor | null = null;
  let best = Number.POSITIVE_INFINITY;

  // Most links of a page lead elsewhere, which a look at their text shows.
  const targetHost = hostOf(target);
  const mayLead = (href: string) =>
    target !== null &&
    (!PLAIN_ADDRESS.test(href) || href.toLowerCase().includes(targetHost) || base.includes(targetHost));
  const close = () => {
    if (!open) return;
    const { href, rel, text } = open;
    open = null;
    const anchor = plain(text);
    if (!mayLead(href) && (wanted.anchorText === "" || page.byAnchor || !keepsAnchor({ anchor }, wanted.anchorText)))
      return;
    const address = resolved(href, base);
    if (address === null) return;
    const link: FoundLink = { address, href, rel, anchor };
    const worse = (keepsRel(link, wanted.relWanted, false) ? 0 : 2) + (keepsAnchor(link, wanted.anchorText) ? 0 : 1);
    if (comparableAddress(address) === target) {
      if (worse >= best) return;
      best = worse;
      page.toTarget = link;
    } else if (wanted.anchorText !== "" && !page.byAnchor && keepsAnchor(link, wanted.anchorText)) page.byAnchor = link;
  };

  const rewriter = new HTMLRewriter()
    .on("base[href]", {
      element(element) {
        const address = hasBase ? null : resolved(attribute(element, "href"), url);
        if (address === null) return;
        hasBase = true;
        base = address;
      },
    })
    .on("meta[name]", {
      element(element) {
        if (!/^(robots|googlebot)$/i.test(attribute(element, "name").trim())) return;
        const robots = robotsOf(attribute(element, "content"));
        page.noindex ||= robots.noindex;
        page.nofollow ||= robots.nofollow;
      },
    })
    .on("link[rel][href]", {
      element(element) {
        if (page.canonical === "" && wordsOf(attribute(element, "rel")).includes("canonical"))
          page.canonical = resolved(attribute(element, "href"), base) ?? "";
      },
    })
    .on("title", {
      // Drawings have titles too.
      element: () => void titles++,
      text({ text }) {
        if (titles === 1 && page.title.length < MAX_TEXT) page.title += text;
      },
    })
    .on("template", {
      element(element) {
        templates++;
        element.onEndTag(() => void templates--);
      },
    })
    // A browser ends an open link where the next one begins.
    .on(`${links} a`, { element: close })
    .on(links, {
      element(element) {
        close();
        const href = element.getAttribute("href");
        if (href === null || templates > 0) return;
        open = { href, rel: wordsOf(attribute(element, "rel")).join(" "), text: "" };
        const own = open;
        // Text outside of links is not read, so other links can end where the next one begins.
        if (mayLead(href))
          element.onEndTag(() => {
            if (open === own) close();
          });
      },
      text({ text }) {
        if (open && open.text.length < MAX_TEXT) open.text += text;
      },
    })
    .on(`${links} img[alt]`, {
      element(element) {
        if (open && open.text.length < MAX_TEXT) open.text += ` ${element.getAttribute("alt")} `;
      },
    });

  return {
    rewriter,
    isKept: () => best === 0,
    finish() {
      close();
      return { ...page, title: plain(page.title) };
    },
  };
}

const attribute = (element: Element, name: string) => decodeHTMLAttribute(element.getAttribute(name) ?? "");
/** Decoded as a whole: an entity may lie across two chunks. */
const plain = (text: string) =>
  (text.includes("&") ? decodeHTML(text) : text).replace(/\s+/g, " ").trim().slice(0, MAX_TEXT);
const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Null for what leads nowhere, such as `mailto:` and `javascript:`. */
function resolved(href: string, base: string): string | null {
  try {
    const { protocol, href: address } = new URL(decodeHTMLAttribute(href).trim(), base);
    return protocol === "http:" || protocol === "https:" ? address : null;
  } catch {
    return null;
  }
}

/** An address in which a host can only be written in one way. */
const PLAIN_ADDRESS = /^[\w:/.?=#,;+~-]*$/;
const WITH_VALUE = /^(unavailable_after|max-(snippet|image-preview|video-preview))$/;

/** The directives of a robots meta tag or header; a header may name the robots that it means. */
function robotsOf(text: string) {
  let isForAll = true;
  const all = text
    .toLowerCase()
    .split(",")
    .flatMap((part) => {
      const [, agent, directive] = /^\s*(?:([\w-]+)\s*:)?\s*([\w-]*)/.exec(part)!;
      if (agent !== undefined && WITH_VALUE.test(agent)) return [];
      // A robot's name holds for the directives after it.
      if (agent !== undefined) isForAll = agent === "robots" || agent === "googlebot";
      return isForAll ? [directive!] : [];
    });
  return {
    noindex: all.includes("noindex") || all.includes("none"),
    nofollow: all.includes("nofollow") || all.includes("none"),
  };
}
