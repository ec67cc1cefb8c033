import { isPublicWebAddress } from "~/domain/webAddress";
import { OutgoingRefused } from "./outgoing.server";

/**
 * The only way out of the link watch: a GET to a public address, without cookies, keeping nothing and following no
 * redirect (docs/decisions/0045-link-watch.md). Throws OutgoingRefused.
 */
export async function publicFetch(address: string, { headers, signal }: RequestInit): Promise<Response> {
  if (!isPublicWebAddress(address)) throw new OutgoingRefused("The address is not public");
  return await fetch(address, { method: "GET", headers, signal, cache: "no-store", redirect: "manual" });
}
