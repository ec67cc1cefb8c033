import { redirect } from "@remix-run/cloudflare";
import { type PortalRequest, setToast, type Toast } from "./portalRequest.server";

/** Makes a redirect a full page load with script too, so that it needs no module of this build. */
export function asDocument(redirect: Response) {
  redirect.headers.set("X-Remix-Reload-Document", "true");
  return redirect;
}

/** Redirects (303) to a page of ours, which shows the message as a toast. */
export async function redirectWithToast(
  portal: PortalRequest,
  path: string,
  text: string,
  tone: Toast["tone"] = "success",
) {
  await setToast(portal, { tone, text });
  return redirect(path, 303);
}
