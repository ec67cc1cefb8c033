import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { Miniflare } from "miniflare";
import { freePortPair } from "../../scripts/local/freePortPair";
import { portIsFree } from "../../scripts/local/portIsFree";
import { controlPort } from "./controlPort";
import { copySeededState } from "./seededState";
import { until } from "./until";

/** The first start seeds, which takes minutes on a busy machine. */
const START_MS = 300_000;
/** Of every seeded account. */
export const SEEDED_PASSWORD = "Portal#2026";

interface Sent {
  /** Sent as JSON; a string or a form is sent as it is. */
  body?: unknown;
  bearer?: string;
  headers?: Record<string, string>;
}

/** A portal in a process of its own, once it is ready. */
async function launch(port: number, stateDir: string, env: NodeJS.ProcessEnv) {
  mkdirSync(stateDir, { recursive: true });
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
    env: { ...process.env, PORT: String(port), STATE_DIR: stateDir, SITE_URL: "", ...env },
  });
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data));
  child.stderr.on("data", (data: Buffer) => (output += data));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await until("the portal's start", () => /^Ready on /m.test(output) || child.exitCode !== null, {
    deadlineMs: START_MS,
  }).catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  if (child.exitCode !== null) throw new Error(`The portal did not start:\n${output}`);
  return {
    output: () => output,
    pid: child.pid!,
    async end(signal: "SIGTERM" | "SIGKILL") {
      child.kill(signal);
      await ended;
    },
  };
}

/** Seeds a folder as a first start does. */
export async function seedByPortal(stateDir: string) {
  await (await launch(await freePortPair(), stateDir, {})).end("SIGTERM");
}

/** Asks the portal on a port, as a browser and as a program do. */
export function portalAt(port: number, siteUrl = `http://localhost:${port}`) {
  const base = `http://localhost:${port}`;
  const control = controlPort(port);

  async function ask(method: string, path: string, { body, bearer, headers }: Sent = {}) {
    const asIs = body === undefined || typeof body === "string" || body instanceof FormData;
    const response = await fetch(base + path, {
      method,
      redirect: "manual",
      headers: {
        // workerd ends a connection whose body it did not read: a kept one would be reset under the next request.
        Connection: "close",
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      body: asIs ? ((body as string | FormData | undefined) ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get("Location"),
      /** `name=value` pairs that a browser would send back. */
      cookies: response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!),
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }
  const api = (method: string, path: string, sent?: Sent) => ask(method, `/api${path}`, sent);
  /** A form post as a page of ours sends it, unless the headers say otherwise. */
  const post = (path: string, fields: Record<string, string> | [string, string][], headers = {}) =>
    ask("POST", path, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
        ...headers,
      },
    });

  return {
    port,
    base,
    siteUrl,
    control,
    ask,
    api,
    post,
    get: (path: string, headers: Record<string, string> = {}) => ask("GET", path, { headers }),
    /** Tokens of an account: `jwtToken`, `refreshToken`. */
    tokens: async (email: string, password = SEEDED_PASSWORD) => {
      const answer = await api("POST", "/user/signIn", { body: { email, password } });
      if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.text}`);
      return answer.json as { jwtToken: string; refreshToken: string };
    },
    /** The cookie of a new page session, as a browser sends it. */
    cookie: async (email: string, password = SEEDED_PASSWORD) => {
      const answer = await post("/signin", { email, password });
      const session = answer.cookies.find((one) => one.includes("session="));
      if (answer.status !== 303 || !session) throw new Error(`${email} cannot sign in: ${answer.status}`);
      return session;
    },
  };
}

export type Portal = ReturnType<typeof portalAt>;

/**
 * The whole portal in a process of its own with a fresh, seeded state: what stands at its doors stands in production.
 */
export async function startPortal(env: NodeJS.ProcessEnv = {}) {
  const port = await freePortPair();
  const stateDir = resolve(`.portal-test/doors-${port}`);
  rmSync(stateDir, { recursive: true, force: true });
  if (!env.SEED) await copySeededState("seeded", stateDir, seedByPortal);
  let running = await launch(port, stateDir, env);

  const stop = () => running.end("SIGTERM");

  return {
    ...portalAt(port, env.SITE_URL || undefined),
    stateDir,
    /** Everything that the portal has written to its terminal. */
    output: () => running.output(),
    /** The process that started the Workers. */
    pid: () => running.pid,
    stop,
    /** The process is killed without a warning, and started again over what it left. */
    async crash() {
      await running.end("SIGKILL");
      await until("the ports of a killed portal", async () => (await portIsFree(port)) && (await portIsFree(port + 1)));
      running = await launch(port, stateDir, env);
    },
    /** Stops the portal, has `work` change its state folder, and starts it again. */
    async whileStopped(work: (stateDir: string) => void | Promise<void>) {
      await stop();
      await work(stateDir);
      running = await launch(port, stateDir, env);
    },
    /** Stops the portal and hands its database over to look into; `close` removes everything. */
    async afterwards() {
      await stop();
      const miniflare = new Miniflare({
        cf: false,
        modules: true,
        script: "export default { fetch() { return new Response() } }",
        d1Databases: { DB: "portal" },
        d1Persist: join(stateDir, "d1"),
      });
      return {
        database: (await miniflare.getD1Database("DB")) as unknown as D1Database,
        close: () => miniflare.dispose(),
      };
    },
    /** Stops the portal and removes its state. */
    async remove() {
      await stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

export type RunningPortal = Awaited<ReturnType<typeof startPortal>>;
