export const faultTargets = ["provider", "database", "files", "queue", "hub", "mail"] as const;
export type FaultTarget = (typeof faultTargets)[number];

/**
 * refuse: fails before the work. lost: works, and the answer is lost. slow: works and answers after 60 s. 401, 429,
 * 500: refused with that status; a provider answers 401 to a revoked key. broken: works, and the answer makes no sense.
 */
export const faultKinds = ["refuse", "lost", "slow", "401", "429", "500", "broken"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Jobs are crons, queue consumers and alarms. All other calls belong to requests. */
export const faultCallers = ["requests", "jobs"] as const;
export type FaultCaller = (typeof faultCallers)[number];

/** Only jobs send mail, so a fault of mail for requests would never hit. */
export const usualCaller = (target: FaultTarget): FaultCaller => (target === "mail" ? "jobs" : "requests");

export interface Fault {
  target: FaultTarget;
  for: FaultCaller;
  /** A part of the call's name; absent for all calls. */
  call?: string;
  kind: FaultKind;
  /** How many calls it still hits. */
  times: number;
}
