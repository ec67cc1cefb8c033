import { redirect } from "@remix-run/cloudflare";
import { type PortalRequest, setToast, type Toast } from "./portalRequest.server";

/** The redirect for a browser that runs our script, too: it loads the page afresh and needs no module of this build. */
export function asDocument(redirect: Response) {
  redirect.headers.set("X-Remix-Reload-Document", "true");
  return redirect;
}

/** 303 to a page of ours with a message that it will show. */
export async function redirectWithToast(
  portal: PortalRequest,
  path: string,
  text: string,
  tone: Toast["tone"] = "success",
) {
  await setToast(portal, { tone, text });
  return redirect(path, 303);
}
