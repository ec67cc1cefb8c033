import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { can } from "~/domain/access";
import { commissionList } from "~/domain/commissions/commissionList";
import { findCommissions } from "~/domain/commissions/findCommissions";
import { CommissionListView } from "~/features/commissions/CommissionListView";
import { answerStatusBar } from "~/features/commissions/commissionStatusBar.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext, pagePath } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Commissions | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "commissions.manage");
  const query = listFromUrl(commissionList, args.request.url);
  const page = await nullOnFault(findCommissions(ctx, query));
  const may = { takeBack: can(ctx.actor, "commissions.takeBack") };
  return withStatus({ query, page, may, now: ctx.now }, page ? 200 : 500);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "commissions.manage");
  return await answerStatusBar(args.context.portal, ctx, await readForm(args.request), pagePath(args.request));
}

export default function Commissions() {
  return <CommissionListView {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
