import type { SubmissionResult } from "@conform-to/react";
import type { ReceivedFile } from "./receivedFile";

/**
 * What an action answers to a form when it does not redirect. `Fields` are the values as the form holds them, `Extra`
 * is what else the page needs.
 */
export type FormAnswer<Fields extends object = Record<string, unknown>, Extra extends object = object> = {
  /** Errors by field (the empty name holds those of the whole form), and everything typed. */
  result?: SubmissionResult & { initialValue?: Partial<Fields> | null };
  /** The form that was posted, on a page with several. */
  intent?: string;
  /** Why the post failed as a whole. The page then stays as it is. */
  failure?: string;
  /** Details of a Conflict, such as new figures. */
  details?: Record<string, unknown>;
} & Partial<Extra>;

/** The answer to a form with files, whose keys are in the fields. */
export type FileFormAnswer = FormAnswer<Record<string, unknown>, { files: readonly ReceivedFile[] }>;

/** An answer of any page, for code that only passes it on. */
export type AnyFormAnswer = FormAnswer<Record<string, unknown>, Record<string, unknown>>;

/** An answer as an action or a fetcher delivers it. */
interface Answered {
  result?: { error?: Record<string, string[] | null> | null };
}

/** The errors of an answer by field. The empty name holds those of the whole form. */
export const fieldErrorsOf = (answer: Answered | undefined): Record<string, string[] | undefined> =>
  Object.fromEntries(Object.entries(answer?.result?.error ?? {}).map(([name, errors]) => [name, errors ?? undefined]));

/** The errors of the whole form. */
export const formErrorsOf = (answer: Answered | undefined): string[] | undefined =>
  answer?.result?.error?.[""] ?? undefined;
