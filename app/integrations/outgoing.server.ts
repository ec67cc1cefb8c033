export interface OutgoingEnv {
  /** The origins that a part may send requests to, separated by spaces (wrangler.toml). */
  OUTGOING_ORIGINS?: string;
}

/** The address is not in OUTGOING_ORIGINS. */
export class OutgoingRefused extends Error {
  override readonly name = "OutgoingRefused";
}

/**
 * The only way out of a server: `fetch` for the origins in OUTGOING_ORIGINS. Redirects are not followed, because they
 * may lead to another system. Bindings are no addresses and need no entry. The call throws OutgoingRefused.
 */
export function outgoingFetch({ OUTGOING_ORIGINS = "" }: OutgoingEnv): typeof fetch {
  const allowed = OUTGOING_ORIGINS.split(/\s+/).filter(Boolean);
  return async (request: RequestInfo | URL, init?: RequestInit) => {
    const { origin } = new URL(request instanceof Request ? request.url : request);
    if (!allowed.includes(origin)) throw new OutgoingRefused(`OUTGOING_ORIGINS does not name ${origin}`);
    return await fetch(request, { ...init, redirect: "manual" });
  };
}
