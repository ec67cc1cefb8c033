import { onlyRecurrence } from "~/domain/catalogue/onlyRecurrence";
import type { ShopService } from "~/domain/catalogue/shopService";
import { escapeHtml } from "~/domain/escapeHtml";
import type { Settings } from "~/domain/settings";
import { colorOf, readPalette } from "~/domain/settings/accentPalette";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";

interface EmbeddedCard extends Pick<ShopService, "service" | "packages"> {
  siteUrl: string;
  nonce: string;
  settings: Pick<Settings, "brand">;
}

/** A service with price and button, as a document without script for other sites. */
export function embeddedCard({ service, packages, siteUrl, nonce, settings }: EmbeddedCard): string {
  const name = escapeHtml(service.name);
  const price = `From ${formatCents(Math.min(...packages.map((one) => one.price)))}`;
  const recurrence = onlyRecurrence(service);
  const link = (path: string) => `href="${escapeHtml(siteUrl + path)}" target="_top"`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<style nonce="${nonce}">${styles(settings)}</style>
</head>
<body>
${service.imageUrl ? `<img src="${escapeHtml(siteUrl + service.imageUrl)}" alt="" width="800" height="450">` : ""}
<main>
<h1><a ${link(paths.shopService(service.slug))}>${name}</a></h1>
<p>${price}${recurrence ? ` <small>${recurrence}</small>` : ""}</p>
<a class="button" ${link(paths.checkout(service.id))}>Order now</a>
</main>
</body>
</html>
`;
}

function styles({ brand }: Pick<Settings, "brand">) {
  const palette = readPalette(brand.palette);
  const [ground, words] = palette
    ? [colorOf(palette.light, "9"), colorOf(palette.light, "contrast")]
    : [brand.accent, "#ffffff"];
  return [
    ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}",
    "*{box-sizing:border-box}",
    "body{margin:0;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:12px;overflow:hidden}",
    "img{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:cover}",
    "main{display:grid;gap:8px;padding:16px}",
    "h1,p{margin:0}",
    "h1{font-size:18px;line-height:1.3}",
    "h1 a{color:inherit;text-decoration:none}",
    `.button{padding:10px 16px;border-radius:6px;background:${ground};color:${words};text-align:center;text-decoration:none;font-weight:500}`,
    "a:focus-visible{outline:2px solid currentColor;outline-offset:2px}",
  ].join("");
}
