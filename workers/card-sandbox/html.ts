/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * A page of the sandbox. It runs no script, loads nothing, and may send its form only to its own origin and Stripe's
 * return addresses.
 */
export function htmlPage(title: string, main: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}

const style = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #1c2024; --quiet: #60646c; --line: #d3d6dd; --accent: #3e63dd; --on-accent: #fff; --bad: #ab1e24; --bad-ground: #fff0ee; --note: #fff7d6; --note-ink: #5b4300; }
@media (prefers-color-scheme: dark) { :root { --ground: #111113; --card: #18191b; --ink: #edeef0; --quiet: #b0b4ba; --line: #43484e; --accent: #5b7cf0; --on-accent: #0b1021; --bad: #ff9592; --bad-ground: #3b1219; --note: #2d2305; --note-ink: #f5e147; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
.amount { font-size: 2rem; font-weight: 650; font-variant-numeric: tabular-nums; margin: 0 0 .5rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; margin-top: 1rem; }
.note { background: var(--note); color: var(--note-ink); border-radius: .5rem; padding: .6rem .8rem; margin: 0 0 1rem; }
.bad { background: var(--bad-ground); color: var(--bad); border-radius: .5rem; padding: .6rem .8rem; margin: 0 0 1rem; }
.rows { list-style: none; margin: 0; padding: 0; color: var(--quiet); }
.rows li { display: flex; justify-content: space-between; gap: 1rem; overflow-wrap: anywhere; }
.rows li > :last-child { white-space: nowrap; }
label { display: block; font-weight: 550; margin-top: .8rem; }
input { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: .4rem; padding: .55rem .65rem; min-height: 44px; }
input[aria-invalid=true] { border-color: var(--bad); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 0 1rem; }
button { width: 100%; min-height: 44px; margin-top: 1.2rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .4rem; cursor: pointer; }
button.second { color: inherit; background: transparent; border-color: var(--quiet); margin-top: .7rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: inherit; }
.back { display: inline-block; padding: .5rem 0; min-height: 44px; }
.error { color: var(--bad); margin: .2rem 0 0; }
code { font-variant-numeric: tabular-nums; white-space: nowrap; }
`;
