import type { Miniflare } from "miniflare";
import { clockWorker } from "./portalClock";
import type { LocalPart } from "./workerOptions";

interface SeededLink {
  liveUrl: string;
  targetUrl: string;
  anchorText: string;
  health: string | null;
}

/** Publishes the pages of the seeded live links on the outside web, as their latest checks found them. */
export async function publishSeededLinks(
  miniflare: Miniflare,
  parts: readonly LocalPart[],
  database: D1Database,
): Promise<void> {
  if (!parts.some(({ part }) => part === "web-sandbox")) return;
  const { WEB_CONTROL } = await miniflare.getBindings<{ WEB_CONTROL: Fetcher }>(clockWorker.name);
  const { results } = await database
    .prepare(
      `select live_url as liveUrl, target_url as targetUrl, anchor_text as anchorText, health from placements
       where state = 'live' and live_url <> '' and target_url <> ''`,
    )
    .all<SeededLink>();
  const targets = [...new Set(results.map(({ targetUrl }) => targetUrl))];
  const pages = [
    ...results.map((link) => ({
      url: link.liveUrl,
      status: link.health === "blocked" ? 403 : 200,
      html: articleWith(link),
    })),
    ...targets.map((url) => ({ url, status: 200, html: "<!doctype html><title>Guide</title><h1>Guide</h1>" })),
  ];
  for (const page of pages) {
    const answer = await WEB_CONTROL.fetch("http://web/page", { method: "POST", body: JSON.stringify(page) });
    if (!answer.ok) throw new Error(`The web sandbox did not take ${page.url}: ${await answer.text()}`);
  }
}

function articleWith({ targetUrl, anchorText, health }: SeededLink): string {
  const rel = health === "nofollow" ? ' rel="nofollow"' : "";
  const link = health === "missing" ? anchorText : `<a href="${targetUrl}"${rel}>${anchorText}</a>`;
  return `<!doctype html><title>Article</title><h1>Article</h1><p>Before you decide, see ${link}.</p>`;
}
