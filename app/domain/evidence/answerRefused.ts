import { Conflict } from "../errors";
import { RequestRefused } from "../ports/paymentFailures";

/** Reports what the provider refuses with its own words, which name the reason. */
export const refusedByProvider = (error: unknown): never => {
  throw error instanceof RequestRefused ? new Conflict(`The card provider refused it: ${error.message}`) : error;
};
