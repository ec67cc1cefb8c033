import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Permission } from "~/domain/access";
import { pageContext } from "./pageContext.server";

/** The loader of a page that shows a list without one of its dialogs. Its component is ui/dialog/NoDialog. */
export const noDialog = (permission: Permission) => async (args: LoaderFunctionArgs) => {
  await pageContext(args, permission);
  return null;
};
