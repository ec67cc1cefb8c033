import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerDispute } from "~/domain/evidence/answerDispute";
import { DisputeAnswerForm } from "~/domain/evidence/disputeAnswerInput";
import { findDisputeAnswer } from "~/domain/evidence/findDisputeAnswer";
import { pageTitle } from "~/features/frame/pageTitle";
import { DisputeAnswerView } from "~/features/orders/DisputeAnswerView";
import { intentOf } from "~/http/intentOf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Answer to a dispute");

const targetOf = ({ params }: LoaderFunctionArgs | ActionFunctionArgs) => ({
  orderId: idParam(params.orderId),
  disputeId: idParam(params.disputeId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "disputes.answer");
  return { dispute: await orNotFound(findDisputeAnswer(ctx, targetOf(args))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "disputes.answer");
  const { portal } = args.context;
  const target = targetOf(args);
  const page = paths.disputeAnswer(target.orderId, target.disputeId);
  if (intentOf(args.request, ["prepare"]))
    return await submitForm(portal, args.request, z.object({}), async () => {
      await orNotFound(answerDispute(ctx, target, "prepare"));
      return await redirectWithToast(portal, page, "Answer prepared. Nothing is sent yet.");
    });
  return await submitForm(portal, args.request, DisputeAnswerForm, async ({ version, act, ...texts }) => {
    await orNotFound(answerDispute(ctx, target, { act, version, texts }));
    return act === "send"
      ? await redirectWithToast(portal, paths.order(target.orderId), "Answer sent to the bank")
      : await redirectWithToast(portal, page, "Draft saved");
  });
}

export default function AnswerToDispute() {
  const { dispute } = useLoaderData<typeof loader>();
  return <DisputeAnswerView dispute={dispute} lastResult={useActionResult<FormAnswer>()?.result} />;
}
