import { NotFound } from "~/domain/errors";

/** Null when the record is missing or hidden from the actor, as ids in URLs and forms may be outdated. */
export const foundOrNull = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
