import { json } from "@remix-run/cloudflare";

/** A loader's data with its page's status, so that a failed read or invalid input also shows in the status. */
export const withStatus = <Data>(data: Data, status: number) => (status === 200 ? data : json(data, status));
