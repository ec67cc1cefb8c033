import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { chargeMissed, findMissedOf, waiveMissedPayments } from "~/domain/billing/missedPayments";
import { NotFound } from "~/domain/errors";
import { pageTitle } from "~/features/frame/pageTitle";
import { MissedPaymentsDialog } from "~/features/health/MissedPaymentsDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Missed payments");

async function decisionOf(text: string | undefined): Promise<"charge" | "leave"> {
  if (text !== "charge" && text !== "leave") throw new NotFound();
  return text;
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.manage");
  const decision = await orNotFound(decisionOf(args.params.decision));
  return { decision, missed: await orNotFound(findMissedOf(ctx, idParam(args.params.subscriptionId))) };
}

const plural = (n: number) => (n === 1 ? "1 missed payment" : `${n} missed payments`);

const reasons = {
  failed: "The card was declined.",
  actionNeeded: "The customer's bank needs a confirmation. We have emailed the customer.",
  underway: "A charge is in progress. Check again in a few minutes.",
  stopped: "The subscription was just cancelled.",
} as const;

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.manage");
  const decision = await orNotFound(decisionOf(args.params.decision));
  const id = idParam(args.params.subscriptionId);
  const { portal } = args.context;
  return await submitForm(portal, args.request, z.object({}), async () => {
    if (decision === "leave") {
      const left = await orNotFound(waiveMissedPayments(ctx, id));
      return await redirectWithToast(portal, paths.health(), `${plural(left)} will not be charged`);
    }
    const { charged, left, stoppedBy } = await orNotFound(chargeMissed(ctx, id));
    const done = `${plural(charged)} charged.`;
    if (stoppedBy) {
      const text = `${charged > 0 ? `${done} ` : ""}${reasons[stoppedBy]} ${plural(left)} left to decide.`;
      return await redirectWithToast(portal, paths.health(), text, stoppedBy === "failed" ? "error" : "info");
    }
    const rest = left > 0 ? ` ${plural(left)} left: charge them again.` : "";
    return await redirectWithToast(portal, paths.health(), done + rest);
  });
}

export default function MissedPaymentsPage() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <MissedPaymentsDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
