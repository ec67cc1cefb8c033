import type { InboundResult } from "~/domain/inboundMail/inboundMail";
import type { CaughtMail } from "../../workers/mail-catcher";

/** The control port of a local portal; by default of the portal under browser test. */
export function controlPort(port = Number(process.env.E2E_PORT)) {
  const base = `http://localhost:${port + 1}`;
  async function ask<T>(path: string, body?: unknown): Promise<T> {
    const answer = await fetch(
      `${base}${path}`,
      body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) },
    );
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  return {
    clock: () => ask<{ now: string; offsetMs: number }>("/clock"),
    /** Moves the clock of every Worker. */
    moveClock: (to: { now: string } | { advanceMs: number }) => ask<{ now: string; offsetMs: number }>("/clock", to),
    runCron: (worker: string) => ask<{ worker: string; runs: { outcome: string }[] }>(`/cron/${worker}`, {}),
    /** Sets what one address of the outside web answers. */
    webPage: (page: { url: string; status: number; html: string }) => ask("/web/page", page),
    /** Caught emails, newest first. */
    mail: () => ask<CaughtMail[]>("/mail"),
    /** Delivers an email, and tells what became of it. */
    inboundMail: (raw: string) => ask<InboundResult>("/mail/inbound", raw),
    /** Makes calls of a port fail; `times: 0` ends it. */
    fault: (fault: object) => ask("/faults", fault),
    /** Crons, queue consumers and alarms wait until they are released. Resolves once none runs. */
    holdJobs: () => ask("/jobs", { held: true }),
    releaseJobs: () => ask("/jobs", { held: false }),
    /** Puts the seeded state back and forgets all else: time, faults, mails, connections, caches. */
    reset: () => ask("/reset", {}),
    sandbox: <T>(action: string, body: unknown = {}) => ask<T>(`/sandbox/${action}`, body),
    ledger: <T>() => ask<{ entries: T[] }>("/sandbox/ledger"),
  };
}
