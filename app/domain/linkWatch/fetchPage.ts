import { isPublicWebAddress } from "../webAddress";
import type { PageLook, Unreadable, WantedLink } from "./pageLook";
import { type ReadPage, readPage } from "./readPage";
import { isAllowedBy, ROBOTS_BYTES, ROBOTS_DAY_MS, type RobotsCache } from "./robotsRules";

/** For all of a visit: robots.txt, redirects and the page. */
export const PATIENCE_MS = 20_000;
const ROBOTS_PATIENCE_MS = 5_000;
/** After decompression. */
export const MAX_BYTES = 2 * 1024 * 1024;
export const MAX_REDIRECTS = 5;
const HTML = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

export interface Fetcher {
  /** Sends a request to a public address and follows no redirect. */
  send: (address: string, init: RequestInit) => Promise<Response>;
  robots: RobotsCache;
  userAgent: string;
  /** ms UTC. */
  now: number;
  /** For all of a visit, in ms; PATIENCE_MS when left out. */
  patienceMs?: number;
}

/** A visit with what is kept of it as evidence. */
export interface Visit {
  look: PageLook;
  read: ReadPage | null;
  headers: { name: string; value: string }[];
  /** All addresses that were asked, in order. */
  addresses: string[];
  /** How long it took, in ms. */
  ms: number;
}

/** The visit ends with this look, without an answer to judge. */
class Stopped extends Error {
  constructor(readonly why: Unreadable) {
    super(why);
  }
}

/**
 * Visits a page: GET without cookies, at most 20 s and 2 MB, redirects followed by hand. Each address on the way must
 * be public and allowed by its host's robots.txt. Never throws. With `wanted` null the body is not read.
 */
export async function fetchPage(fetcher: Fetcher, address: string, wanted: WantedLink | null): Promise<Visit> {
  const began = performance.now();
  const timer = new AbortController();
  const alarm = setTimeout(() => timer.abort(new Stopped("timeout")), fetcher.patienceMs ?? PATIENCE_MS);
  const addresses: string[] = [];
  const visit: Visit = {
    look: { failure: null, status: null, finalUrl: address, challenged: false, page: null },
    read: null,
    headers: [],
    addresses,
    ms: 0,
  };
  try {
    const answer = await follow(fetcher, address, timer.signal, addresses);
    visit.look.finalUrl = addresses.at(-1)!;
    visit.look.status = answer.status;
    visit.look.challenged = answer.headers.get("cf-mitigated") === "challenge";
    visit.headers = [...answer.headers].map(([name, value]) => ({ name, value }));
    if (answer.status === HOST_UNKNOWN) {
      if ((await startOf(answer, timer.signal)).includes("1016")) throw new Stopped("dns");
    } else if (wanted && answer.ok && answer.body && isHtml(answer)) {
      const { headers, body } = answer;
      visit.read = await readPage(
        { url: visit.look.finalUrl, headers, stream: body, signal: timer.signal },
        wanted,
        MAX_BYTES,
      );
      visit.look.page = visit.read.page;
    } else await answer.body?.cancel();
  } catch (error) {
    visit.look.finalUrl = addresses.at(-1) ?? address;
    visit.look.failure = failureOf(timer.signal.aborted ? timer.signal.reason : error);
  } finally {
    clearTimeout(alarm);
    visit.ms = Math.round(performance.now() - began);
  }
  return visit;
}

/** Cloudflare's status for a host that it cannot find, with the error code as its text. */
const HOST_UNKNOWN = 530;

async function follow(fetcher: Fetcher, start: string, signal: AbortSignal, addresses: string[]): Promise<Response> {
  for (let address = start; ; ) {
    if (!isPublicWebAddress(address)) throw new Stopped("blocked");
    if (!(await isAllowed(fetcher, address, signal))) throw new Stopped("blocked");
    addresses.push(address);
    const answer = await ask(fetcher, address, "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1", signal);
    const location = answer.headers.get("Location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return answer;
    void answer.body?.cancel();
    if (addresses.length > MAX_REDIRECTS) throw new Stopped("server_error");
    if (!URL.canParse(location, address)) throw new Stopped("server_error");
    const next = new URL(location, address);
    next.hash ||= new URL(address).hash;
    address = next.href;
  }
}

const ask = ({ send, userAgent }: Fetcher, address: string, Accept: string, signal: AbortSignal) =>
  send(address, { method: "GET", headers: { "User-Agent": userAgent, Accept }, signal });

/**
 * Reads robots.txt of the address's host, kept for a day. A host without one allows everything; one that cannot answer
 * it allows nothing. A host that cannot be reached at all is left to the page to tell.
 */
async function isAllowed(fetcher: Fetcher, address: string, signal: AbortSignal): Promise<boolean> {
  const { origin } = new URL(address);
  const stored = await fetcher.robots.get(origin);
  if (stored && fetcher.now - stored.readAt < ROBOTS_DAY_MS) return isAllowedBy(stored.text, address);
  const text = await readRobots(fetcher, origin, signal);
  if (text === null) return true;
  await fetcher.robots.put(origin, { text, readAt: fetcher.now });
  return isAllowedBy(text, address);
}

/** The text; empty when there is none; null when the host is not reached. Throws Stopped for a server error. */
async function readRobots(fetcher: Fetcher, origin: string, signal: AbortSignal): Promise<string | null> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(ROBOTS_PATIENCE_MS)]);
  let at = `${origin}/robots.txt`;
  for (let hops = 0; hops <= MAX_REDIRECTS && isPublicWebAddress(at); hops++) {
    const answer = await ask(fetcher, at, "text/plain", soon).catch(() => null);
    signal.throwIfAborted();
    if (answer === null || answer.status === HOST_UNKNOWN) return null;
    const location = answer.headers.get("Location");
    if (answer.status >= 300 && answer.status < 400 && location && URL.canParse(location, at)) {
      void answer.body?.cancel();
      at = new URL(location, at).href;
      continue;
    }
    if (answer.ok) return await startOf(answer, soon, ROBOTS_BYTES).catch(() => null);
    void answer.body?.cancel();
    if (answer.status === 429) throw new Stopped("blocked");
    if (answer.status >= 500) throw new Stopped("server_error");
    return "";
  }
  return "";
}

/** The beginning of a body as text. */
async function startOf({ body }: Response, signal: AbortSignal, bytes = 1_024): Promise<string> {
  const reader = (body ?? new Blob().stream()).getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  aborted.catch(() => {});
  let text = "";
  for (let size = 0; size < bytes; ) {
    const { done, value } = await Promise.race([reader.read(), aborted]);
    if (done) return text + decoder.decode();
    const chunk = value.subarray(0, bytes - size);
    size += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
  }
  void reader.cancel();
  return text;
}

/** A page without a type is HTML for a browser too. */
function isHtml({ headers }: Response): boolean {
  const type = headers.get("Content-Type");
  return type === null || type.trim() === "" || HTML.test(type);
}

function failureOf(error: unknown): Unreadable {
  if (error instanceof Stopped) return error.why;
  const text = error instanceof Error ? `${error.name} ${error.message}` : "";
  if (/timed? ?out|TimeoutError/i.test(text)) return "timeout";
  return /\bdns\b|ENOTFOUND|getaddrinfo|name (not|could not be) resolved/i.test(text) ? "dns" : "server_error";
}
