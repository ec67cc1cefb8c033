import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { actorId } from "~/domain/context";
import { workGroups } from "~/domain/workQueue/workGroups";
import { MAX_WORK_PAGES, workGroupPage } from "~/domain/workQueue/workQueue";
import { pageTitle } from "~/features/frame/pageTitle";
import { answerOrderBar } from "~/features/orders/orderBar.server";
import { WorkGroupView } from "~/features/workQueue/WorkGroupView";
import { WorkView } from "~/features/workQueue/WorkView";
import { queueOf } from "~/features/workQueue/workPage.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext, pagePath } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { withStatus } from "~/http/withStatus.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("My work");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "work.view");
  const me = actorId(ctx);
  const { searchParams } = new URL(args.request.url);
  const group = workGroups.find((key) => key === searchParams.get("group"));
  if (group) {
    const page = Math.min(MAX_WORK_PAGES, Math.max(1, Number.parseInt(searchParams.get("page") ?? "1", 10) || 1));
    const shown = await nullOnFault(workGroupPage(ctx, group, page));
    return withStatus({ view: "group" as const, me, group, shown }, shown ? 200 : 500);
  }
  const queue = await nullOnFault(queueOf(ctx));
  return withStatus({ view: "queue" as const, me, groups: queue?.groups ?? null }, queue ? 200 : 500);
}

/** The button 'Take', and the undo of its toast. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  const back = pagePath(args.request);
  return await answerOrderBar(args.context.portal, ctx, await readForm(args.request), back, async () => []);
}

export default function Work() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  return data.view === "group" ? (
    <WorkGroupView {...data} lastResult={lastResult} />
  ) : (
    <WorkView {...data} lastResult={lastResult} />
  );
}
