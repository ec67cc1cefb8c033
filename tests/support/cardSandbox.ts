import { build } from "esbuild";
import { Miniflare, type Request as MiniflareRequest, Response as MiniflareResponse } from "miniflare";
import Stripe from "stripe";
import { Pool } from "undici";
import { buildStripeJs } from "../../scripts/buildStripeJs";
import type { Account } from "../../workers/card-sandbox/keys";
import { sandboxKeys } from "../../workers/card-sandbox/keys";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import { eventViolations, recordingFetch } from "./stripeContract";
import { until } from "./until";

export const siteUrl = "http://portal.example.com";

export interface Received {
  account: Account;
  event: Stripe.Event;
  body: string;
  signature: string;
}

/** Bundles a Worker's module into one script, as wrangler does. */
export async function bundled(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    write: false,
  });
  return outputFiles[0]!.text;
}

// Reaches the sandbox as the portal does: by service bindings, with control at its own entry point.
const gateway = `export default {
  async fetch(request, env) {
    const host = new URL(request.url).hostname;
    if (host === "control") return env.CONTROL.fetch(request);
    if (host === "caller") return env.CALLER.fetch(request);
    return env.CARD_SANDBOX.fetch(request);
  },
};`;

/** Starts a card sandbox with a stub portal that records webhooks and answers `webhookStatus`. */
export async function startCardSandbox(options: { callerPath?: string } = {}) {
  await buildStripeJs();
  const received: Received[] = [];
  const portal = { webhookStatus: 200, offsetMs: 0 };
  const recordWebhook = async (request: MiniflareRequest) => {
    const body = await request.text();
    const account = new URL(request.url).pathname.split("/").at(-1) as Account;
    const signature = request.headers.get("stripe-signature") ?? "";
    received.push({ account, body, event: JSON.parse(body), signature });
    return new MiniflareResponse("", { status: portal.webhookStatus });
  };
  const clockOffset = () => MiniflareResponse.json({ offsetMs: portal.offsetMs });
  const base = { modules: true, compatibilityDate: "2026-04-24", compatibilityFlags: ["nodejs_compat"] } as const;
  const caller = options.callerPath && {
    ...base,
    name: "caller",
    script: await bundled(options.callerPath),
    serviceBindings: { CARD_SANDBOX: "portal-card-sandbox" },
  };
  const miniflare = new Miniflare({
    cf: false,
    workers: [
      {
        ...base,
        name: "door",
        script: gateway,
        unsafeDirectSockets: [{}],
        serviceBindings: {
          CARD_SANDBOX: "portal-card-sandbox",
          CONTROL: { name: "portal-card-sandbox", entrypoint: "SandboxControl" },
          ...(caller ? { CALLER: "caller" } : {}),
        },
      },
      {
        ...base,
        name: "portal-card-sandbox",
        script: await bundled("workers/card-sandbox/index.ts"),
        bindings: { SITE_URL: siteUrl, REFUND_SETTLES_AFTER_MS: "50" },
        durableObjects: { WORLD: { className: "SandboxWorld", useSQLite: true } },
        serviceBindings: {
          PORTAL: recordWebhook,
          CLOCK: clockOffset,
        },
      },
      ...(caller ? [caller] : []),
    ],
  });
  const door = new Pool(await miniflare.unsafeGetDirectURL("door"), { connections: 32 });

  /** Sends to the Worker's own socket: Miniflare's `dispatchFetch` compresses each answer. */
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { host, pathname, search } = new URL(request.url);
    const answer = await door.request({
      method: request.method as "GET" | "POST",
      path: pathname + search,
      headers: { ...Object.fromEntries(request.headers), host },
      body: request.method === "GET" ? null : new Uint8Array(await request.arrayBuffer()),
    });
    const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    );
    return new Response(await answer.body.arrayBuffer(), { status: answer.statusCode, headers });
  };
  const recording = recordingFetch(send);
  const client = (account: Account, settings: { maxNetworkRetries?: number } = {}) =>
    new Stripe(sandboxKeys[account].secretKey, {
      apiVersion: "2026-10-28.endive",
      httpClient: Stripe.createFetchHttpClient(recording.fetch),
      maxNetworkRetries: 0,
      telemetry: false,
      ...settings,
    });
  const control = async <T = unknown>(method: "GET" | "POST", path: string, body?: object): Promise<T> => {
    const answer = await send(`http://control/__control/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };

  return {
    client,
    control,
    send,
    portal,
    received,
    calls: recording.calls,
    regular: client("regular"),
    custom: client("custom"),
    /** Calls with the publishable key and checks the contract, as for the SDK's calls. */
    browserCall: async (account: Account, method: "GET" | "POST", path: string, fields: Record<string, string>) => {
      const form = new URLSearchParams(fields).toString();
      const url = `${siteUrl}/__stripe/v1/${path}${method === "GET" ? `?${form}` : ""}`;
      const headers = {
        authorization: `Bearer ${sandboxKeys[account].publishableKey}`,
        "content-type": "application/x-www-form-urlencoded",
      };
      const response = await recording.fetch(url, { method, headers, ...(method === "POST" ? { body: form } : {}) });
      return {
        status: response.status,
        body: (await response.json()) as Record<string, never> & {
          error?: { code: string; decline_code?: string; message: string };
        },
      };
    },
    ledger: async () => (await control<{ entries: LedgerEntry[] }>("GET", "ledger")).entries,
    eventTypes: async (account: Account = "regular") => {
      const { events } = await control<{ events: { account: Account; type: string }[] }>("GET", "events");
      return events.filter((event) => event.account === account).map((event) => event.type);
    },
    /** Waits until the portal has received `count` events. */
    webhooks: async (count: number): Promise<Received[]> => {
      await until(`${count} webhooks`, () => received.length, { satisfies: (arrived) => arrived >= count });
      return received;
    },
    reset: async () => {
      await control("POST", "reset");
      received.length = 0;
      Object.assign(portal, { webhookStatus: 200, offsetMs: 0 });
    },
    /** Contract violations since the last call, webhooks included. */
    violations: () => [...recording.violations.splice(0), ...received.flatMap(({ event }) => eventViolations(event))],
    stop: async () => {
      await door.destroy();
      await miniflare.dispose();
    },
  };
}

export type CardSandbox = Awaited<ReturnType<typeof startCardSandbox>>;
