export const ports = ["database", "provider", "files", "queue", "hub", "mail"] as const;
export type Port = (typeof ports)[number];

/**
 * `refused` and `killedBefore` come before the call's work; the other kinds after it. HTTP answers are the provider's.
 */
export const faultKinds = ["refused", "lost", "killedBefore", "killedAfter", "slow", "429", "500", "broken"] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  /** The port that goes wrong; a kill happens at any. */
  port: Port;
  /** Which call, counted from 1. */
  at: number;
  kind: FaultKind;
  /** How many calls in a row. */
  times: number;
}

/** The process was killed: nothing runs after it. */
export class Killed extends Error {
  override name = "Killed";
}

/** A planned failure of a port. */
export class Faulted extends Error {
  override name = "Faulted";
}

/** One request or job: what happens to its calls. */
export class Process {
  dead = false;
  faulted = 0;
  private readonly calls = new Map<Port | "any", number>();
  constructor(
    readonly name: string,
    readonly fault: Fault | null = null,
  ) {}

  /** The fault of the next call through this port. */
  next(port: Port): FaultKind | null {
    const any = this.count("any");
    const own = this.count(port);
    if (this.fault === null) return null;
    const { kind, at, times } = this.fault;
    if (kind === "killedBefore" || kind === "killedAfter") return any === at ? kind : null;
    return this.fault.port === port && own >= at && own < at + times ? kind : null;
  }

  private count(port: Port | "any") {
    const count = (this.calls.get(port) ?? 0) + 1;
    this.calls.set(port, count);
    return count;
  }
}

export const isExpected = (error: unknown): boolean =>
  error instanceof Killed ||
  error instanceof Faulted ||
  (error instanceof Error && error.cause !== undefined && isExpected(error.cause));
