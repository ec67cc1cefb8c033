import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cardChoices } from "~/domain/billing/cardChoices";
import { pageTitle } from "~/features/frame/pageTitle";
import { CardPageView } from "~/features/subscriptions/CardPageView";
import {
  answerCardPage,
  type CardAnswer,
  type CardPageContext,
  cardFieldOf,
  cardOutcomeToast,
  openCardPage,
} from "~/features/subscriptions/cardPage.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Update card");

async function cardPageContext(args: LoaderFunctionArgs): Promise<CardPageContext> {
  await pageContext(args, "subscriptions.card");
  const { portal } = args.context;
  const id = idParam(args.params.subscriptionId);
  const here = paths.subscriptionCard(id);
  return {
    portal,
    here,
    access: { id },
    done: async (outcome) => {
      const { text, tone } = cardOutcomeToast(outcome);
      const again = outcome === "failed" || outcome === "actionNeeded";
      return await redirectWithToast(portal, again ? here : paths.ownSubscriptions(), text, tone);
    },
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await cardPageContext(args);
  const subscription = await orNotFound(openCardPage(page));
  if (subscription instanceof Response) throw subscription;
  if (subscription.status === "Cancelled") throw redirect(paths.ownSubscriptions(), 303);
  const { ctx } = page.portal;
  const choices = await cardChoices(ctx, subscription.id);
  return { subscription, choices, field: cardFieldOf(ctx, subscription), here: page.here };
}

export async function action(args: ActionFunctionArgs) {
  return await orNotFound(answerCardPage(await cardPageContext(args), await readForm(args.request)));
}

export default function UpdateCard() {
  const back = { href: paths.ownSubscriptions(), label: "Subscriptions" };
  return <CardPageView {...useLoaderData<typeof loader>()} back={back} answer={useActionData<CardAnswer>()} />;
}
