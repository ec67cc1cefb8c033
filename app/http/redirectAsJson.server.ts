import { opensDocument } from "~/remixInternals";

/**
 * Returns the target as JSON for posts with `?redirect=json`. A script cannot read a redirect; following it would
 * render the next page and consume its toast.
 */
export function redirectAsJson({ method, url }: Request, response: Response): Response {
  const href = response.headers.get("Location");
  if (method !== "POST" || href === null || new URL(url).searchParams.get("redirect") !== "json") return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify({ href, document: opensDocument(response) }), { status: 200, headers });
}
