import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { freePortPair } from "../../scripts/local/freePortPair";
import { portIsFree } from "../../scripts/local/portIsFree";
import { runPortal } from "../../scripts/local/runPortal";
import { runSettings } from "../../scripts/local/runSettings";
import { controlPort } from "../support/controlPort";
import { until } from "../support/until";

const START_MS = 180_000;
const aStateDir = () => mkdtempSync(join(tmpdir(), "portal-"));

interface Started {
  process: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

/** Runs `npm start` or another command without waiting for it. */
function start(port: number, stateDir: string, env: NodeJS.ProcessEnv = {}, script = "start"): Started {
  const process_ = spawn("npm", ["run", script], {
    env: { ...process.env, PORT: String(port), STATE_DIR: stateDir, SITE_URL: "", SEED: "none", ...env },
  });
  let output = "";
  process_.stdout.on("data", (data: Buffer) => (output += data));
  process_.stderr.on("data", (data: Buffer) => (output += data));
  const ended = new Promise<number | null>((resolve) => process_.once("exit", resolve));
  onTestFinished(async () => {
    process_.kill("SIGTERM");
    await ended;
  });
  return { process: process_, output: () => output, ended };
}

/** Runs `npm start` and waits until it is ready. */
async function aPortal(port: number, stateDir: string) {
  const portal = start(port, stateDir);
  const isReady = () => portal.output().includes(`Ready on http://localhost:${port}`);
  await until("the portal's start", () => isReady() || portal.process.exitCode !== null, { deadlineMs: START_MS });
  expect(portal.output()).toContain(`Ready on http://localhost:${port}`);
  return portal;
}

/** The inode of each database, object and Durable Object by name, without SQLite's temporary files. */
const storedFiles = (stateDir: string) =>
  Object.fromEntries(
    readdirSync(stateDir, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".sqlite"))
      .map((path) => [path, statSync(join(stateDir, path)).ino]),
  );
/** The contents of the state folder's own files: claim, clock, secret and seed marker. */
const settingFiles = (stateDir: string) =>
  Object.fromEntries(
    readdirSync(stateDir, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(stateDir, name), "utf8")]),
  );

/** One value from the database of a portal that does not run. */
async function readValue(stateDir: string, sql: string) {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: "export default { fetch() { return new Response() } }",
    d1Databases: { DB: "portal" },
    d1Persist: join(stateDir, "d1"),
  });
  try {
    return await (await miniflare.getD1Database("DB")).prepare(sql).first<number>("value");
  } finally {
    await miniflare.dispose();
  }
}

test(
  "starts the portal, moves its time and stops cleanly on SIGTERM",
  async () => {
    const port = await freePortPair();
    const stateDir = aStateDir();
    const portal = await aPortal(port, stateDir);
    const control = controlPort(port);

    const moved = await control.moveClock({ now: "2030-01-31T00:00:00Z" });
    expect(moved.now.slice(0, 16)).toBe("2030-01-31T00:00");
    const later = await control.moveClock({ advanceMs: 86_400_000 });
    expect(later.now.slice(0, 10)).toBe("2030-02-01");
    expect(await control.mail()).toEqual([]);
    // Another site's name may lead to this machine.
    const foreign = request({ port: port + 1, path: "/mail", headers: { Host: `evil.example:${port + 1}` } }).end();
    expect(((await once(foreign, "response")) as [IncomingMessage])[0].statusCode).toBe(403);
    expect(await (await fetch(`http://localhost:${port + 1}/`)).text()).toContain("Portal control");

    const post = (path: string, body: string, headers = {}) =>
      fetch(`http://localhost:${port + 1}${path}`, { method: "POST", body, headers });
    for (const body of ["", "{", "{}", '{"now":"tomorrow"}', '{"advanceMs":1.5}', '{"advanceMs":1e300}', "[]"]) {
      const refused = await post("/clock", body);
      expect([body, refused.status]).toEqual([body, 400]);
      expect(await refused.json()).toEqual({ message: expect.any(String) });
    }
    expect((await post("/cron/nobody", "")).status).toBe(404);
    expect((await post("/clock", '{"advanceMs":1}', { Origin: "https://x.example" })).status).toBe(403);
    expect((await control.clock()).now.slice(0, 10)).toBe("2030-02-01");

    for (let visit = 0; visit < 5; visit++) {
      const answer = await fetch(`http://localhost:${port}/r/AFF2026`, { redirect: "manual" });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Location")).toBe(`http://localhost:${port}/`);
    }
    portal.process.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
    expect(await readValue(stateDir, "select count(*) as value from visits")).toBe(5);
  },
  START_MS,
);

test(
  "kill -9 frees the port and keeps the state, also without its marker file",
  async () => {
    const port = await freePortPair();
    const stateDir = aStateDir();
    const killed = await aPortal(port, stateDir);
    const { offsetMs } = await controlPort(port).moveClock({ advanceMs: 5_000_000 });
    killed.process.kill("SIGKILL");
    await until("both ports", async () => (await portIsFree(port)) && (await portIsFree(port + 1)));
    await readValue(stateDir, "create table kept as select 7 as value");
    rmSync(join(stateDir, "seeded"));
    const next = await aPortal(port, stateDir);
    expect((await controlPort(port).clock()).offsetMs).toBe(offsetMs);
    next.process.kill("SIGTERM");
    await next.ended;
    expect(await readValue(stateDir, "select value from kept")).toBe(7);
  },
  2 * START_MS,
);

test(
  "refuses a foreign folder with code 1 and keeps its files",
  async () => {
    const stateDir = aStateDir();
    const files = ["d1/notes.txt", "r2/photo.jpg"];
    for (const file of files) {
      mkdirSync(dirname(join(stateDir, file)));
      writeFileSync(join(stateDir, file), "mine");
    }
    const portal = start(await freePortPair(), stateDir);
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain(`${stateDir} is not the state folder of a portal`);
    for (const file of files) expect(readFileSync(join(stateDir, file), "utf8")).toBe("mine");
  },
  START_MS,
);

/** All descendants of a process. */
function descendantsOf(pid: number): { pid: number; name: string }[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
  const processes = rows.map((row) => {
    const [child, parent, name] = row.trim().split(/\s+/);
    return { pid: Number(child), parent: Number(parent), name: name! };
  });
  const childrenOf = (parent: number): { pid: number; name: string }[] =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...childrenOf(one.pid)]);
  return childrenOf(pid);
}

test("exits with code 1 and a clear message when the port is taken", async () => {
  const port = await freePortPair();
  const holder = createServer().listen(port + 1, "127.0.0.1");
  onTestFinished(() => void holder.close());
  const portal = start(port, aStateDir());
  expect(await portal.ended).toBe(1);
  expect(portal.output()).toContain(`Port ${port + 1} is taken.`);
});

test(
  "refuses a second start or a reseed, and ends with 1 when its runtime dies",
  async () => {
    const stateDir = aStateDir();
    const port = await freePortPair();
    const portal = await aPortal(port, stateDir);
    const [stores, settings] = [storedFiles(stateDir), settingFiles(stateDir)];
    expect(Object.keys(stores).length).toBeGreaterThan(0);
    for (const script of ["start", "seed"]) {
      const second = start(await freePortPair(), stateDir, {}, script);
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain(`A portal runs on ${stateDir} already.`);
    }
    // No file was replaced. The running portal may add some: its first cron of notifications makes the mail catcher's.
    expect(storedFiles(stateDir)).toMatchObject(stores);
    expect(settingFiles(stateDir)).toEqual(settings);

    const runtime = descendantsOf(portal.process.pid!).find(({ name }) => name === "workerd");
    process.kill(runtime!.pid, "SIGKILL");
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain("The runtime (workerd) died");
    expect(await portIsFree(port + 1)).toBe(true);
  },
  START_MS,
);

test.each([
  ["an invalid PORT", { PORT: "http" }, /PORT must be a whole number/],
  ["an invalid INSPECTOR_PORT", { INSPECTOR_PORT: "yes" }, /INSPECTOR_PORT must be a whole number/],
  [
    "an INSPECTOR_PORT equal to a port of the portal",
    { PORT: "8900", INSPECTOR_PORT: "8901" },
    /INSPECTOR_PORT must differ/,
  ],
  ["an invalid SITE_URL", { SITE_URL: "portal" }, /SITE_URL must be an http or https address/],
  ["an unknown SEED", { SEED: "some" }, /SEED must be/],
  ["Stripe without its keys", { PAYMENTS_MODE: "stripe" }, /STRIPE_REGULAR_SECRET_KEY is missing/],
  ["the card sandbox in production", { APP_ENV: "production" }, /PAYMENTS_MODE must be stripe/],
])("refuses %s with a clear message", async (_, env, message) => {
  const starting = async () => runPortal(runSettings({ STATE_DIR: aStateDir(), ...env }));
  await expect(starting()).rejects.toThrow(message);
});
