import { pagePath } from "./pageContext.server";

/** The list behind a dialog. The dialog's URL carries its filters and page. */
export function listBehind(request: Request, path: string) {
  const search = pagePath(request).split("?")[1];
  return search ? `${path}?${search}` : path;
}
