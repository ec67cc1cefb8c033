import { DomainError } from "~/domain/errors";
import { logFault } from "./logFault.server";

/** What a page reads, or null where that failed: the page says so in its place, and everything else is still there. */
export const nullOnFault = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error) => {
    if (error instanceof DomainError) throw error;
    logFault(error);
    return null;
  });
