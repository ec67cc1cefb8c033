import { NotFound } from "~/domain/errors";

/** What is there for who asks, or null: what an address or a form names may be gone meanwhile. */
export const foundOrNull = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
