import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { commissionList } from "~/domain/commissions/commissionList";
import { commissionsToChange, matchingCommissionIds } from "~/domain/commissions/findCommissions";
import { zonesOf } from "~/domain/context";
import { CommissionListView } from "~/features/commissions/CommissionListView";
import { answerStatusBar } from "~/features/commissions/commissionStatusBar.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { listLoader } from "~/http/listLoader.server";
import { pageContext, pagePath } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { listFromUrl } from "~/list/listFromUrl";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Commissions");

export const loader = listLoader(commissionList, "commissions.manage", commissionsToChange, ({ actor, now }) => ({
  may: { takeBack: can(actor, "commissions.takeBack") },
  now,
}));

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "commissions.manage");
  const { url } = args.request;
  return await answerStatusBar(args.context.portal, ctx, await readForm(args.request), pagePath(args.request), () =>
    matchingCommissionIds(ctx, listFromUrl(commissionList, url, zonesOf(ctx))),
  );
}

export default function Commissions() {
  return <CommissionListView {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
