import type { MetaFunction } from "@remix-run/cloudflare";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NotFound } from "~/domain/errors";
import { type CardLink, makeCardLink } from "~/domain/renewals/cardLink";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { CardPageView } from "~/features/subscriptions/CardPageView";
import {
  answerCardPage,
  type CardAnswer,
  type CardPageContext,
  cardFieldOf,
  cardOutcomeToast,
  openCardPage,
} from "~/features/subscriptions/cardPage.server";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";

export { CardLinkError as ErrorBoundary } from "~/features/subscriptions/CardLinkError";
export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction = ({ matches }) => [
  { title: titleWithBrand(matches, "Update card") },
  { name: "robots", content: "noindex" },
];

/** The URL is the credential: it must not leak through a referrer or stay in a cache. */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

async function cardPageContext(args: LoaderFunctionArgs): Promise<CardPageContext & { link: CardLink }> {
  await pageContext(args, "subscriptions.cardLink");
  const { portal } = args.context;
  const { subscriptionId, cardGeneration, expiresAt, mac } = args.params;
  const link: CardLink = {
    subscriptionId: idParam(subscriptionId),
    cardGeneration: Number(cardGeneration),
    expiresAt: Number(expiresAt),
    mac: mac ?? "",
  };
  return {
    portal,
    link,
    access: { link },
    here: paths.cardByLink(link),
    done: async (outcome) => {
      if (outcome !== "failed" && outcome !== "actionNeeded")
        return redirect(paths.cardLinkDone(outcome ?? "saved"), 303);
      // Saving the card consumed the emailed link but the payment still needs the client, so continue with a new
      // link.
      const next = await makeCardLink(portal.ctx, { id: link.subscriptionId, cardGeneration: link.cardGeneration + 1 });
      const { text, tone } = cardOutcomeToast(outcome);
      return await redirectWithToast(portal, paths.cardByLink(next), text, tone);
    },
  };
}

/** A link that does not work says whether it has expired. */
const orLinkOver = <Result,>(
  { link, portal }: { link: CardLink; portal: CardPageContext["portal"] },
  work: Promise<Result>,
) =>
  work.catch((error) => {
    throw error instanceof NotFound ? json({ expired: link.expiresAt <= portal.ctx.now }, 404) : error;
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = await cardPageContext(args);
  const subscription = await orLinkOver(page, openCardPage(page));
  if (subscription instanceof Response) throw subscription;
  return { subscription, field: cardFieldOf(page.portal.ctx, subscription), here: page.here };
}

export async function action(args: ActionFunctionArgs) {
  const page = await cardPageContext(args);
  return await orLinkOver(page, answerCardPage(page, await readForm(args.request)));
}

/** Changes the card of one subscription without a password or access to the rest of the account. */
export default function CardByLink() {
  return (
    <PublicFrame>
      <CardPageView {...useLoaderData<typeof loader>()} answer={useActionData<CardAnswer>()} />
    </PublicFrame>
  );
}
