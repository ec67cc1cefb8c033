import { isUniqueViolation, PreconditionFailed } from "~db/client.server";
import type { Context } from "./context";
import { Conflict, WriteConflict } from "./errors";

/** For orders, which staff, client and provider all write. */
const orderIsBusy = () => new Conflict("Someone else is changing this order. Please try again.");

/** What an attempt returns when it has to read again. */
export const READ_AGAIN = Symbol("read again");

interface RetryOptions {
  /** The error after the last try. */
  exhausted?: () => Error;
  tries?: number;
  /** Another writer may also take its unique value, e.g. a number. */
  orUnique?: boolean;
}

/**
 * Runs an attempt (read, decide, write guarded) again while other writers come between: it lost its precondition or
 * version, or returned READ_AGAIN. Throws a Conflict after the last try.
 */
export async function retryOnConflict<Result>(
  ctx: Pick<Context, "form">,
  attempt: () => Promise<Result | typeof READ_AGAIN>,
  { exhausted = orderIsBusy, tries = 5, orUnique = false }: RetryOptions = {},
): Promise<Result> {
  const { form } = ctx;
  const historyId = form?.historyId ?? null;
  for (let tried = 0; tried < tries; tried++) {
    try {
      const result = await attempt();
      if (result !== READ_AGAIN) return result;
    } catch (error) {
      const lost = error instanceof PreconditionFailed || error instanceof WriteConflict;
      if (!lost && !(orUnique && isUniqueViolation(error))) throw error;
      // A lost batch wrote no history: the next try carries the form's act again.
      if (form) form.historyId = historyId;
    }
  }
  throw exhausted();
}
