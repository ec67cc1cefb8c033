import { redirect } from "@remix-run/cloudflare";
import { asDocument } from "~/remixInternals";
import { type PortalRequest, setToast, type Toast, type ToastPost } from "./portalRequest.server";

/**
 * Redirects (303) to a page of ours, which shows the message as a toast. A redirected navigation loads a document,
 * because the router would keep the root's data and with it miss the toast.
 */
export async function redirectWithToast(
  portal: PortalRequest,
  path: string,
  text: string,
  tone: Toast["tone"] = "success",
  post?: ToastPost,
) {
  await setToast(portal, { tone, text, ...(post ? { post } : {}) });
  const answer = redirect(path, 303);
  return portal.request.method === "GET" ? asDocument(answer) : answer;
}
