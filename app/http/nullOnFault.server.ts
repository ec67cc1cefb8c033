import { DomainError } from "~/domain/errors";
import { logFault } from "~/integrations/log.server";

/** Null when a query fails, so that the page can say so in place and still show the rest. */
export const nullOnFault = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error) => {
    if (error instanceof DomainError) throw error;
    logFault(error);
    return null;
  });
