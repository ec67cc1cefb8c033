/** The parts that a monitor watches, in the order of the health page. */
export const healthParts = [
  "billing",
  "jobs",
  "queues",
  "deadLetters",
  "webhooks",
  "provider",
  "files",
  "links",
  "books",
] as const;
export type HealthPart = (typeof healthParts)[number];

/** Late checks beyond this number are shown as 'more than'. */
export const MAX_COUNTED = 1_000;

/** Something that needs a person. */
export interface Trouble {
  part: HealthPart;
  /** Names the cause, so that it is mailed once a day. */
  cause: string;
  /** False while it is too early for a mail, or when another mail tells of it. */
  mailed?: boolean;
  /** The failure, in one sentence. */
  text: string;
  /** What to do about it. */
  advice: string;
  /** Where to decide; null for something outside the portal. */
  path: string | null;
}

export const partStates = ["ok", "failing", "not run yet"] as const;
export type PartState = (typeof partStates)[number];

export interface HealthReport {
  parts: Record<HealthPart, PartState>;
  troubles: Trouble[];
}
