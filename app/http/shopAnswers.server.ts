import { shopService } from "~/domain/catalogue/shopService";
import { shopSlugs } from "~/domain/catalogue/shopSlugs";
import type { Context } from "~/domain/context";
import { NotFound } from "~/domain/errors";
import { embeddedCard } from "~/features/catalogue/embeddedCard";
import { paths } from "~/paths";
import { EMBED_SCRIPT } from "./embedScript";

/**
 * Answers robots.txt, sitemap.xml, embed.js and the cards of other sites (docs/shop.md). `nonce` is for the styles of a
 * card.
 */
export async function shopAnswer(ctx: Context, { pathname }: URL, nonce: string): Promise<Response> {
  try {
    if (pathname === "/robots.txt") return text(robots(ctx), "text/plain", "no-cache");
    if (pathname === "/embed.js") return text(EMBED_SCRIPT, "text/javascript", "public, max-age=3600");
    if (pathname === "/sitemap.xml") return text(sitemap(ctx, await shopSlugs(ctx)), "application/xml", "no-cache");
    return await card(ctx, pathname.slice("/embed/".length), nonce);
  } catch (error) {
    if (error instanceof NotFound) return text("Not found", "text/plain", "no-cache", 404);
    throw error;
  }
}

const text = (body: string, type: string, caching: string, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": caching } });

/** Everything but the shop is for people with an account. */
const robots = ({ siteUrl, settings }: Context) =>
  settings.shop.open
    ? [
        "User-agent: *",
        ...["/shop", "/assets/", "/files/", "/favicon"].map((path) => `Allow: ${path}`),
        "Disallow: /",
        "",
        `Sitemap: ${siteUrl}/sitemap.xml`,
        "",
      ].join("\n")
    : "User-agent: *\nDisallow: /\n";

/** Addresses have letters, digits and dashes only, which XML takes as they are. */
const sitemap = ({ siteUrl }: Context, slugs: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[paths.shop(), ...slugs.map(paths.shopService)].map((path) => `<url><loc>${siteUrl}${path}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");

/** The only page that other sites may frame: those that the settings name (rules.md shop/embeds). */
async function card(ctx: Context, slug: string, nonce: string): Promise<Response> {
  const read = await shopService(ctx, slug);
  if ("movedTo" in read) return new Response(null, { status: 301, headers: { Location: `/embed/${read.movedTo}` } });
  const { siteUrl, settings } = ctx;
  const answer = text(embeddedCard({ ...read, siteUrl, nonce, settings }), "text/html", "no-cache");
  answer.headers.set(
    "Content-Security-Policy",
    [
      "default-src 'none'",
      // The frame is sandboxed, so 'self' would not be this site.
      `img-src ${siteUrl}`,
      `style-src 'nonce-${nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${settings.shop.sites.join(" ") || "'none'"}`,
    ].join("; "),
  );
  return answer;
}
