import { paths } from "~/paths";
import { pagePath } from "./pageContext.server";

/** The staff's list behind a dialog: the dialog's address carries its filters and page. */
export function serviceListPath(request: Request) {
  const search = pagePath(request).split("?")[1];
  return search ? `${paths.services()}?${search}` : paths.services();
}
