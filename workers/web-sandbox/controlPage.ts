import type { ListedPage } from "./OutsideWeb";
import { deeds } from "./webPage";

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The publishers' pages with what can happen to them, for the control port. */
export function controlPage(pages: readonly ListedPage[]): string {
  const choices = (current: string) =>
    Object.entries(deeds)
      .map(([deed, label]) => `<option value="${deed}"${deed === current ? " selected" : ""}>${label}</option>`)
      .join("");
  const rows = pages.map(
    ({ url, status, deed }) => `<tr><td>${escaped(url)}</td><td>${status}</td><td>
<form method="post" action="/web/deed"><input type="hidden" name="url" value="${escaped(url)}">
<select name="deed" aria-label="What happens to ${escaped(url)}">${choices(deed)}</select> <button>Do</button></form></td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outside web</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  td, th { text-align: left; padding: .25rem 1.5rem .25rem 0; vertical-align: top; overflow-wrap: anywhere }
</style>
<h1>Outside web</h1>
<p>The pages that the link watch finds. Set one with <code>POST /web/page</code>; every other address is a host that does not
resolve. <a href="/web/requests">/web/requests</a> lists what was asked.</p>
${rows.length > 0 ? `<table><thead><tr><th>Address</th><th>Status</th><th>What its publisher did</th></tr></thead><tbody>${rows.join("")}</tbody></table>` : "<p>No page is set.</p>"}
</html>
`;
}
