import { PreconditionFailed } from "~db/client.server";
import { staleRecord } from "./errors";

/** Reports a batch lost to a concurrent change as a stale save (rules.md forms/version). */
export const conflictOnPreconditionFailed = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? staleRecord() : error;
};
