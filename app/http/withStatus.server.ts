import { json } from "@remix-run/cloudflare";

/** A loader's data with the status of its page: what could not be read or was refused is told by it too. */
export const withStatus = <Data>(data: Data, status: number) => (status === 200 ? data : json(data, status));
