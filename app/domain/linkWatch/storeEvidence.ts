import type { Context } from "../context";
import type { Verdict } from "../verdicts";
import type { CheckedPlacement } from "./beginCheck";
import { sha256Hex } from "./checkChain";
import type { Visit } from "./fetchPage";
import { decoderOf } from "./readPage";

const EXCERPT = 65_536;
const PRIVATE_HEADERS = ["set-cookie", "set-cookie2"];

interface StoredEvidence {
  evidenceKey: string;
  bodySha256: string;
}

interface Evidence {
  verdict: Verdict;
  visit: Visit;
  /** The client's own page, when it was asked. */
  target: Visit | null;
}

/**
 * Keeps a check's evidence before its row, as text: what was asked and answered, and the page around the link. The
 * object's name ends in the SHA-256 of its content, so the row, which is signed, vouches for it. A Worker killed before
 * the row leaves an object that no row names.
 */
export async function storeEvidence(
  ctx: Pick<Context, "files" | "now">,
  link: Pick<CheckedPlacement, "id" | "number" | "dueAt" | "liveUrl">,
  evidence: Evidence,
): Promise<StoredEvidence> {
  const { read } = evidence.visit;
  const bodySha256 = read ? await sha256Hex(read.body) : "";
  const bytes = new TextEncoder().encode(textOf(ctx, link, evidence, bodySha256));
  const evidenceKey = `link-checks/${link.id}/${link.dueAt}-${await sha256Hex(bytes)}.txt`;
  await ctx.files.put(evidenceKey, bytes, "text/plain; charset=utf-8");
  return { evidenceKey, bodySha256 };
}

function textOf(
  { now }: Pick<Context, "now">,
  { number, liveUrl }: Pick<CheckedPlacement, "number" | "liveUrl">,
  { verdict, visit, target }: Evidence,
  bodySha256: string,
): string {
  const { look, read, headers, addresses, ms } = visit;
  const page = look.page;
  const link = page?.toTarget ?? page?.byAnchor;
  const text = read ? decoderOf(read.charset).decode(read.body) : "";
  const place = link ? Math.max(text.indexOf(link.href), 0) : 0;
  const start = Math.max(0, place - EXCERPT / 2);
  const excerpt = text.slice(start, start + EXCERPT);
  const lines: [string, unknown][] = [
    ["Link", number],
    ["Live address", liveUrl],
    ["Checked at", new Date(now).toISOString()],
    ["Verdict", verdict],
    ...addresses.map((address) => ["Asked", address] as [string, unknown]),
    ["Status", look.status ?? `none (${look.failure})`],
    ["Milliseconds", ms],
    ...(page
      ? ([
          ["Title", page.title],
          ["Canonical address", page.canonical],
          ["Kept out of search", page.noindex ? "yes" : "no"],
        ] as [string, unknown][])
      : []),
    ...(link
      ? ([
          ["Link on the page", link.address],
          ["Its text", link.anchor],
          ["Its rel", link.rel],
        ] as [string, unknown][])
      : []),
    ...(target
      ? [["Target page", `${target.look.finalUrl} ${target.look.status ?? target.look.failure}`] as [string, unknown]]
      : []),
    ...(read
      ? [
          ["Bytes read", read.body.byteLength] as [string, unknown],
          ["SHA-256 of them", bodySha256] as [string, unknown],
        ]
      : []),
  ];
  return [
    ...lines.map(([name, value]) => `${name}: ${String(value).replace(/\s+/g, " ")}`),
    "",
    "Headers of the answer",
    ...headers
      .filter(({ name }) => !PRIVATE_HEADERS.includes(name.toLowerCase()))
      .map(({ name, value }) => `${name}: ${value}`),
    "",
    ...(read ? [`The page, ${excerpt.length} characters from character ${start}`, excerpt] : ["No page was read"]),
  ].join("\n");
}
