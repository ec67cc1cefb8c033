import { isId } from "~db/ids";

/** The id that a page gave its form for what the form makes (see `idempotentCreate`); undefined for a post without one. */
export function newIdOf(request: Request): string | undefined {
  const id = new URL(request.url).searchParams.get("newId");
  return id && isId(id) ? id : undefined;
}
