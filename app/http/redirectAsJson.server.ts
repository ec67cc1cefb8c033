/**
 * The answer to a post by script that asks where it leads (`?redirect=json`): a script cannot read a redirect, and one
 * that it follows would render the next page and use up its toast.
 */
export function redirectAsJson({ method, url }: Request, response: Response): Response {
  const href = response.headers.get("Location");
  if (method !== "POST" || href === null || new URL(url).searchParams.get("redirect") !== "json") return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  headers.set("Content-Type", "application/json");
  const document = headers.has("X-Remix-Reload-Document");
  return new Response(JSON.stringify({ href, document }), { status: 200, headers });
}
