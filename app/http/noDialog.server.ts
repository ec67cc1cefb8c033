import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Permission } from "~/domain/access";
import { pageContext } from "./pageContext.server";

/** The loader of a list's page without one of its dialogs. */
export const noDialog = (permission: Permission) => async (args: LoaderFunctionArgs) => {
  await pageContext(args, permission);
  return null;
};
