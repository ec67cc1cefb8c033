import { WorkerEntrypoint } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import type { FaultCaller, FaultKind } from "./faultKinds";
import { faultyEnv, type Take } from "./faultyEnv";

/** Whether any fault is planned. Without one, a call costs nothing. */
let armed = false;
/** Whether jobs wait before they start. */
let held = false;
/** Jobs that wait to start, and those that have not ended. */
const jobs = { waiting: 0, running: 0 };
const HELD_POLL_MS = 20;

/** What the faults Worker tells each Worker, and asks of it. */
export class FaultSwitch extends WorkerEntrypoint {
  set(values: { armed: boolean; held: boolean }) {
    ({ armed, held } = values);
  }

  jobs() {
    return jobs;
  }
}

type Env = Record<string, unknown> & { FAULTS: Fetcher };

const callers = new AsyncLocalStorage<FaultCaller>();

const takeFrom =
  ({ FAULTS }: Env): Take =>
  async (target, call) => {
    if (!armed) return null;
    const caller = callers.getStore() ?? "requests";
    const answer = await FAULTS.fetch("http://faults/take", {
      method: "POST",
      body: JSON.stringify({ target, caller, call }),
    });
    const { kind, armed: more } = (await answer.json()) as { kind: FaultKind | null; armed: boolean };
    armed = more;
    return kind;
  };

const envs = new WeakMap<object, Record<string, unknown>>();
function faultyOf(env: Env) {
  const known = envs.get(env);
  if (known) return known;
  const made = faultyEnv(env, takeFrom(env));
  envs.set(env, made);
  return made;
}

/** Runs once jobs are not held. A cron is held where it is fired, so that one asked for by name runs. */
async function asJob(run: () => unknown, waits = true) {
  jobs.waiting++;
  while (waits && held) await new Promise((resolve) => setTimeout(resolve, HELD_POLL_MS));
  jobs.waiting--;
  jobs.running++;
  try {
    return await callers.run("jobs", run);
  } finally {
    jobs.running--;
  }
}

type Handler = Record<string, (event: unknown, env: unknown, context: unknown) => unknown>;

/** A Worker's handlers with faulty bindings. */
export const faultyHandler = (handler: Handler) =>
  Object.fromEntries(
    Object.entries(handler).map(([name, run]) => [
      name,
      (event: unknown, env: Env, context: unknown) => {
        const work = () => run.call(handler, event, faultyOf(env), context);
        return name === "scheduled" || name === "queue" ? asJob(work, name === "queue") : work();
      },
    ]),
  );

type Class = new (context: never, env: never) => { alarm?(info: unknown): unknown };

/** A Durable Object or an entrypoint whose alarms wait while jobs are held. */
function holdable(base: Class): Class {
  const { alarm } = base.prototype as InstanceType<Class>;
  if (!alarm) return base;
  return class extends (base as new (context: unknown, env: unknown) => object) {
    alarm(info: unknown) {
      return asJob(() => alarm.call(this, info));
    }
  };
}

/** The same with faulty bindings. */
export const faultyClass = (base: Class) =>
  class extends (holdable(base) as new (context: unknown, env: unknown) => object) {
    constructor(context: unknown, env: Env) {
      super(context, faultyOf(env));
    }
  };

/** A stand-in's: faults are about it, so its own bindings have none. */
export { holdable as plainClass };
export const plainHandler = (handler: Handler) => handler;
