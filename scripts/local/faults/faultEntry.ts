import { WorkerEntrypoint } from "cloudflare:workers";
import type { FaultKind } from "./faultKinds";
import { faultyEnv, type Take } from "./faultyEnv";

/** Whether any fault is planned. Without one, a call costs nothing. */
let armed = false;

/** The faults Worker tells each Worker when there is something to ask for. */
export class FaultSwitch extends WorkerEntrypoint {
  set(value: boolean) {
    armed = value;
  }
}

type Env = Record<string, unknown> & { FAULTS: Fetcher };

const takeFrom =
  ({ FAULTS }: Env): Take =>
  async (target, call) => {
    if (!armed) return null;
    const answer = await FAULTS.fetch("http://faults/take", { method: "POST", body: JSON.stringify({ target, call }) });
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

type Handler = Record<string, (event: unknown, env: unknown, context: unknown) => unknown>;

/** A Worker's handlers with faulty bindings. */
export const faultyHandler = (handler: Handler) =>
  Object.fromEntries(
    Object.entries(handler).map(([name, run]) => [
      name,
      (event: unknown, env: Env, context: unknown) => run.call(handler, event, faultyOf(env), context),
    ]),
  );

type Class = new (context: never, env: never) => object;

/** The same for a Durable Object or an entrypoint. */
export const faultyClass = (base: Class) =>
  class extends (base as new (context: unknown, env: unknown) => object) {
    constructor(context: unknown, env: Env) {
      super(context, faultyOf(env));
    }
  };
