import type { SandboxWorld } from "./SandboxWorld";
import type { Env } from "./workerEnv";

/** The calls of a world as its class declares them: the stub's type loses Stripe's large ones. */
export type World = Pick<
  SandboxWorld,
  | "answer"
  | "hostedSession"
  | "pay"
  | "intentForAuthentication"
  | "authenticate"
  | "knows"
  | "hold"
  | "release"
  | "resend"
  | "fault"
  | "ledger"
  | "settle"
  | "closeDisputes"
  | "events"
  | "payOut"
  | "changeAccount"
  | "adopt"
  | "reset"
>;

export function worldOf(env: Env, account: string): World {
  return env.WORLD.get(env.WORLD.idFromName(account)) as unknown as World;
}
