import type { RunSettings } from "./runSettings";
import type { LocalPart } from "./workerOptions";

/** The page at the root of the control port: what runs, the current time, and the available commands. */
export function controlPage(settings: RunSettings, time: { now: string; offsetMs: number }, parts: LocalPart[]) {
  const base = `http://localhost:${settings.controlPort}`;
  const rows = parts.map(
    ({ part, crons }) => `<tr><td>${part}</td><td>${crons.map((cron) => `<code>${cron}</code>`).join(", ")}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Portal control</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  td, th { text-align: left; padding: .25rem 1.5rem .25rem 0; vertical-align: top }
  pre { overflow-x: auto; padding: 1rem; background: color-mix(in srgb, currentColor 8%, transparent) }
</style>
<h1>Portal control</h1>
<p>The portal is at <a href="${settings.siteUrl}">${settings.siteUrl}</a>.</p>
<p>Its time is <strong>${time.now}</strong>${time.offsetMs ? `, ${time.offsetMs} ms from the machine's` : ""}.</p>
<table><thead><tr><th>Part</th><th>Crons (UTC)</th></tr></thead><tbody>${rows.join("")}</tbody></table>
<h2>Read</h2>
<ul>
  <li><a href="/mail">/mail</a>: caught mails, newest first</li>
  <li><a href="/clock">/clock</a>: the portal's time</li>
  <li><a href="/faults">/faults</a>: planned faults that are left</li>
  <li><a href="/jobs">/jobs</a>: whether jobs are held, and how many wait and run</li>
  <li><a href="/web">/web</a>: pages of the outside web, and what their publishers do</li>
  <li><a href="/web/requests">/web/requests</a>: what the link watch asked the outside web</li>
  <li><a href="/sandbox/ledger">/sandbox/ledger</a>: charges, refunds and disputes of the card sandbox</li>
</ul>
<h2>Drive</h2>
<pre>curl -X POST ${base}/cron/billing
curl -X POST ${base}/cron/linkwatch
curl -X POST ${base}/web/page -d '{"url": "https://blog.example/post", "status": 200, "html": "...", "headers": {}, "delayMs": 0}'
curl -X POST ${base}/clock -d '{"advanceMs": 86400000}'
curl -X POST ${base}/clock -d '{"now": "${time.now}"}'
curl -X POST ${base}/mail/inbound --data-binary @answer.eml
curl -X POST ${base}/faults -d '{"target": "database", "call": "insert into", "kind": "refuse", "times": 3}'
curl -X POST ${base}/faults -d '{"target": "database", "for": "jobs", "kind": "500", "times": 3}'
curl -X POST ${base}/jobs -d '{"held": true}'
curl -X POST ${base}/reset
curl -X POST ${base}/sandbox/hold
curl -X POST ${base}/sandbox/release
curl -X POST ${base}/sandbox/resend -d '{"ids": ["evt_..."]}'
curl -X POST ${base}/sandbox/fault -d '{"route": "POST /v1/payment_intents/:id/confirm", "kind": "drop_after", "times": 1}'
curl -X POST ${base}/sandbox/dispute -d '{"ids": ["dp_..."], "outcome": "won"}'
curl -X POST ${base}/sandbox/account -d '{"account": "regular", "charges": false, "cards": "pending"}'</pre>
</html>
`;
}
