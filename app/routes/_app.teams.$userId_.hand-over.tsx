import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { HandOverInput } from "~/domain/orders/handOverInput";
import { countOpenOrders, handOverOrders } from "~/domain/orders/handOverOrders";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { teamAccount } from "~/domain/team/findTeam";
import { pageTitle } from "~/features/frame/pageTitle";
import { HandOverDialog } from "~/features/team/HandOverDialog";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Hand over work");

const nextOf = (request: Request) =>
  new URL(request.url).searchParams.get("next") === "delete" ? ("delete" as const) : undefined;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const id = idParam(args.params.userId);
  const [account, open, team] = await Promise.all([
    orNotFound(teamAccount(ctx, { id })),
    countOpenOrders(ctx, id),
    assigneeOptions(ctx),
  ]);
  return {
    id,
    name: fullName(account),
    open,
    others: team.filter((one) => one.id !== id).map((one) => ({ value: one.id, label: one.name })),
    next: nextOf(args.request),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const from = idParam(args.params.userId);
  const next = nextOf(args.request);
  return await submitForm(args.context.portal, args.request, HandOverInput, async ({ to }) => {
    const moved = await orNotFound(handOverOrders(ctx, { from, to }));
    const text = moved === 1 ? "1 order handed over" : `${moved} orders handed over`;
    return await redirectWithToast(args.context.portal, next ? paths.teamAccountDelete(from) : paths.team(), text);
  });
}

export default function HandOver() {
  return <HandOverDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
