import { redirect } from "@remix-run/cloudflare";
import { type PortalRequest, setToast, type Toast } from "./portalRequest.server";

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
