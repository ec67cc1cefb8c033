import { createServer, type IncomingMessage } from "node:http";
import type { Miniflare } from "miniflare";
import { z } from "zod";
import { controlPage } from "./controlPage";
import { faultCallers, faultKinds, faultTargets, usualCaller } from "./faults/faultKinds";
import { faultsWorker } from "./faults/faultsWorker";
import { deliverMail } from "./mailDoor";
import { clockWorker, type PortalClock } from "./portalClock";
import { runLinkWatch } from "./runLinkWatch";
import { runScheduled, type ScheduledRun } from "./runScheduled";
import type { RunSettings } from "./runSettings";
import type { CronHold } from "./startCrons";
import type { LocalPart } from "./workerOptions";

interface Answer {
  status: number;
  type: string;
  body: string;
  location?: string | null;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});
const refuse = (status: number, message: string) => json(status, { message });

const ClockInput = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advanceMs: z.int() }),
]);

/** `for` and `kind` may be absent when faults end: then all of them do. */
const FaultInput = z
  .strictObject({
    target: z.enum(faultTargets),
    for: z.enum(faultCallers).optional(),
    call: z.string().max(200).optional(),
    kind: z.enum(faultKinds).optional(),
    times: z.int().min(0).max(1_000_000).default(1),
  })
  .refine(({ kind, times }) => times === 0 || kind !== undefined);

const JobsInput = z.strictObject({ held: z.boolean() });
/** A job that is under way may wait for the provider. */
const JOBS_END_MS = 30_000;

const BODY_LIMIT = 1_000_000;

/** Emails are larger than what the mail service takes, so that its limit can be tried. */
const MAIL_LIMIT = 60_000_000;

async function bodyOf(request: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new RangeError("The body is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Serves the control port: moves the time, runs crons, plans faults, holds jobs, resets the portal, shows caught mail,
 * takes answers to it and drives the card sandbox. Bound to 127.0.0.1.
 */
export async function serveControl(portal: {
  settings: RunSettings;
  /** Another one after a reset. */
  miniflare: () => Miniflare;
  clock: PortalClock;
  parts: () => LocalPart[];
  crons: CronHold;
  /** False when the portal has kept no state to go back to. */
  reset: () => Promise<boolean>;
}): Promise<{ close(): Promise<void> }> {
  const { settings, miniflare, clock } = portal;
  const time = () => ({ now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs });
  const partNamed = (name: string) => portal.parts().find((part) => part.part === name);

  async function moveClock(body: string) {
    const input = ClockInput.safeParse(parsedJson(body));
    if (!input.success)
      return refuse(400, 'Send {"now": "2026-01-31T00:00:00Z"} or {"advanceMs": 60000} (whole milliseconds).');
    const offsetMs =
      "now" in input.data ? Date.parse(input.data.now) - Date.now() : clock.offsetMs + input.data.advanceMs;
    try {
      clock.setOffset(offsetMs);
    } catch (error) {
      if (error instanceof RangeError) return refuse(400, error.message);
      throw error;
    }
    const worker = await miniflare().getWorker(clockWorker.name);
    await worker.fetch("http://clock/", { method: "PUT", body: JSON.stringify({ offsetMs }) });
    return json(200, time());
  }

  async function reset() {
    if (await portal.reset()) return json(200, time());
    return refuse(409, "Start the portal with RESETTABLE=on on a seeded state.");
  }

  async function runCron(name: string) {
    const part = partNamed(name);
    if (!part?.crons.length) return refuse(404, `No Worker called "${name}" has crons.`);
    if (name === "linkwatch")
      return json(...(await runLinkWatch({ miniflare: miniflare(), clock, parts: portal.parts() })));
    const runs: ScheduledRun[] = [];
    for (const cron of part.crons) runs.push(await runScheduled(miniflare(), part, cron, clock.now()));
    return json(runs.every(({ outcome }) => outcome === "ok") ? 200 : 500, { worker: name, runs });
  }

  async function caughtMail() {
    const catcher = partNamed("mail-catcher");
    if (!catcher) return refuse(404, "The mail catcher is not running.");
    const worker = await miniflare().getWorker(catcher.name);
    const answer = await worker.fetch("http://mail/");
    return { status: answer.status, type: "application/json", body: await answer.text() };
  }

  async function planFault(body: string) {
    const input = FaultInput.safeParse(parsedJson(body));
    if (!input.success)
      return refuse(
        400,
        `Send {"target": "${faultTargets.join("|")}", "for": "${faultCallers.join("|")}", "call": "a part of its name", "kind": "${faultKinds.join("|")}", "times": 3}. "for" and "call" may be absent, "times" 0 ends it.`,
      );
    const { target, times } = input.data;
    const caller = times > 0 ? { for: usualCaller(target) } : {};
    return json(200, await askFaults("/", { ...caller, ...input.data }));
  }

  async function askFaults(path: string, body?: object) {
    const worker = await miniflare().getWorker(faultsWorker.name);
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    return (await worker.fetch(`http://faults${path}`, init)).json();
  }

  /** Answers once no job runs, so that a fault planned next meets requests only. */
  async function holdJobs(body: string) {
    const input = JobsInput.safeParse(parsedJson(body));
    if (!input.success) return refuse(400, 'Send {"held": true} or {"held": false}.');
    const { held } = input.data;
    portal.crons.hold(held);
    const end = Date.now() + JOBS_END_MS;
    for (;;) {
      const jobs = (await askFaults("/jobs", { held })) as { held: boolean; running: number };
      if (!held || jobs.running === 0) return json(200, jobs);
      if (Date.now() > end) return json(503, { ...jobs, message: "Jobs still run." });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function driveSandbox(method: string, url: URL, body: string) {
    if (!partNamed("card-sandbox")) return refuse(404, "The card sandbox is not running.");
    if (method === "POST" && body && parsedJson(body) === undefined) return refuse(400, "The body is not JSON.");
    const { SANDBOX_CONTROL } = await miniflare().getBindings<{ SANDBOX_CONTROL: Fetcher }>(clockWorker.name);
    const answer = await SANDBOX_CONTROL.fetch(
      `http://sandbox/__control${url.pathname.slice("/sandbox".length)}${url.search}`,
      { method, headers: { "Content-Type": "application/json" }, ...(method === "POST" ? { body } : {}) },
    );
    return {
      status: answer.status,
      type: answer.headers.get("Content-Type") ?? "application/json",
      body: await answer.text(),
    };
  }

  async function driveWeb(method: string, url: URL, body: string) {
    if (!partNamed("web-sandbox")) return refuse(404, "The web sandbox is not running.");
    const { WEB_CONTROL } = await miniflare().getBindings<{ WEB_CONTROL: Fetcher }>(clockWorker.name);
    const answer = await WEB_CONTROL.fetch(`http://web${url.pathname.slice("/web".length) || "/"}`, {
      method,
      redirect: "manual",
      ...(method === "POST" ? { body } : {}),
    });
    return {
      status: answer.status,
      type: answer.headers.get("Content-Type") ?? "text/plain",
      location: answer.headers.get("Location"),
      body: await answer.text(),
    };
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", `http://localhost:${settings.controlPort}`);
    const method = request.method ?? "GET";
    // Rejects other sites' pages in a local browser, also under a name of theirs that leads to this machine.
    const { origin, host = "" } = request.headers;
    if (!/^(localhost|127\.0\.0\.1):\d+$/.test(host)) return refuse(403, "Ask by localhost or 127.0.0.1.");
    if (origin && origin !== `http://${host}`) return refuse(403, "Requests of other sites are refused.");
    if (method === "POST" && url.pathname === "/mail/inbound") {
      if (!partNamed("inbound-mail")) return refuse(404, "The Worker of inbound mail is not running.");
      return { type: "application/json", ...(await deliverMail(miniflare(), await bodyOf(request, MAIL_LIMIT))) };
    }
    const body = method === "POST" ? (await bodyOf(request)).toString("utf8") : "";
    const cron = url.pathname.match(/^\/cron\/([a-z-]+)$/)?.[1];
    const standIn = url.pathname.match(/^\/(sandbox(?=\/)|web(?=\/|$))/)?.[1];
    switch (`${method} ${cron ? "/cron" : standIn ? `/${standIn}` : url.pathname}`) {
      case "GET /":
        return { status: 200, type: "text/html; charset=utf-8", body: controlPage(settings, time(), portal.parts()) };
      case "GET /clock":
        return json(200, time());
      case "POST /clock":
        return moveClock(body);
      case "POST /cron":
        return runCron(cron!);
      case "GET /faults":
        return json(200, await askFaults("/"));
      case "POST /faults":
        return planFault(body);
      case "GET /jobs":
        return json(200, await askFaults("/jobs"));
      case "POST /jobs":
        return holdJobs(body);
      case "POST /reset":
        return reset();
      case "GET /mail":
        return caughtMail();
      case "GET /sandbox":
      case "POST /sandbox":
        return driveSandbox(method, url, body);
      case "GET /web":
      case "POST /web":
        return driveWeb(method, url, body);
      default:
        return refuse(404, "Nothing here: GET / lists what there is.");
    }
  }

  const server = createServer((request, response) => {
    answerTo(request)
      .catch((error: unknown) => {
        if (error instanceof RangeError) return refuse(400, error.message);
        console.error("Control port:", error);
        return refuse(500, "This failed; the terminal of the portal says why.");
      })
      .then(({ status, type, body, location }) => {
        const headers = {
          "Content-Type": type,
          "Cache-Control": "no-store",
          ...(location ? { Location: location } : {}),
        };
        response.writeHead(status, headers).end(body);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.controlPort, "127.0.0.1", resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
