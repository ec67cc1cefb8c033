import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "@remix-run/react";

/** The data of the list pages shown last, by path. */
const shown = new Map<string, object>();

/** Remembers a list's data, so that a failed request can keep its frame. */
export const rememberList = (pathname: string, data: unknown) => {
  if (typeof data === "object" && data !== null) shown.set(pathname, data);
};

/**
 * Route export of a list: a failed request keeps filters and tabs, and shows the failure in the list's place. Without
 * it the router replaces the page by an error page.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    const status = error instanceof Response || isRouteErrorResponse(error) ? error.status : 500;
    const last = shown.get(new URL(request.url).pathname);
    // Redirects and refusals are the loader's own answer; an aborted request is no failure.
    if (!last || status < 500 || request.signal.aborted) throw error;
    return { ...last, page: null };
  }
}
