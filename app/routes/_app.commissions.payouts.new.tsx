import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { programmeSettings } from "~/domain/affiliates/affiliateProgramme";
import { agencyZone } from "~/domain/context";
import { dayErrors, dayOf } from "~/domain/days";
import { makePayout } from "~/domain/payouts/makePayout";
import { minimumErrors, PayoutForm, payoutChoice } from "~/domain/payouts/payoutInputs";
import { payoutPreview } from "~/domain/payouts/payoutPreview";
import { pageTitle } from "~/features/frame/pageTitle";
import { NewPayoutView } from "~/features/payouts/NewPayoutView";
import { formatCents } from "~/format/money";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { withStatus } from "~/http/withStatus.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New payout");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.manage");
  const { minimumPayout } = await programmeSettings(ctx);
  const { searchParams } = new URL(args.request.url);
  const choice = payoutChoice(searchParams, minimumPayout);
  const refused = minimumErrors(searchParams);
  const untilErrors = choice?.ids.length ? undefined : dayErrors(searchParams.get("until"));
  const page = {
    chosen: choice?.ids ?? [],
    untilErrors,
    until: searchParams.get("until") ?? dayOf(ctx.now, agencyZone(ctx)),
    minimum: refused ? (searchParams.get("minimum") ?? "") : ((choice?.minimum ?? minimumPayout) / 100).toFixed(2),
    minimumErrors: refused,
    preview: refused ? null : choice && (await payoutPreview(ctx, choice)),
    requestKey: crypto.randomUUID(),
  };
  return withStatus(page, refused || untilErrors ? 400 : 200);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "payouts.manage");
  const form = await readForm(args.request);
  return await submitForm(args.context.portal, form, PayoutForm, async (input) => {
    const id = await makePayout(ctx, input);
    return await redirectWithToast(args.context.portal, paths.payout(id), `${formatCents(input.total)} paid out`);
  });
}

export default function NewPayout() {
  return <NewPayoutView {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
