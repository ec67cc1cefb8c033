import { NotFound } from "~/domain/errors";
import { decodeId } from "~/paths";

const missing = () => new Response(null, { status: 404 });

/** The 404 page for what does not exist, or does not exist for who asks. */
export const orNotFound = <Result>(work: Promise<Result>) =>
  work.catch((error) => {
    throw error instanceof NotFound ? missing() : error;
  });

/** The system id of a path part; a malformed one is the 404 page (rules.md orders/ids). */
export function idParam(part: string | undefined): string {
  const id = decodeId(part);
  if (!id) throw missing();
  return id;
}
