import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { can } from "~/domain/access";
import { type Context, isStaff } from "~/domain/context";
import { pageContext } from "~/http/pageContext.server";

/**
 * pageContext for pages that some staff may not see. Staff get a 403 that explains this, where others are redirected
 * home.
 */
export async function reportContext(args: Pick<LoaderFunctionArgs, "request" | "context">): Promise<Context> {
  const { actor } = args.context.portal.ctx;
  const refused = isStaff(actor) && actor.kind === "user" && !actor.setUpFirst && !can(actor, "reports.view");
  if (refused) throw new Response(null, { status: 403 });
  return await pageContext(args, "reports.view");
}
