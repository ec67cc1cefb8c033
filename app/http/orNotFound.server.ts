import { NotFound } from "~/domain/errors";
import { isMailKind, type MailKind } from "~/domain/mailKinds";
import { decodeId } from "~/paths";

const missing = () => new Response(null, { status: 404 });

/** Throws the 404 page for a record that does not exist or that the actor may not see. */
export const orNotFound = <Result>(work: Promise<Result>) =>
  work.catch((error) => {
    throw error instanceof NotFound ? missing() : error;
  });

/** The mail in a path segment. Throws the 404 page for an unknown one. */
export function mailParam(part = ""): MailKind {
  if (!isMailKind(part)) throw missing();
  return part;
}

/** The system id in a path segment. Throws the 404 page for a malformed one (rules.md orders/ids). */
export function idParam(part: string | undefined): string {
  const id = decodeId(part);
  if (!id) throw missing();
  return id;
}
