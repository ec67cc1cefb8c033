import { PreconditionFailed } from "~db/client.server";
import { staleRecord } from "./errors";

/** A batch that was taken back because somebody else was quicker reads as a stale save (rules.md forms/version). */
export const conflictOnPreconditionFailed = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? staleRecord() : error;
};
