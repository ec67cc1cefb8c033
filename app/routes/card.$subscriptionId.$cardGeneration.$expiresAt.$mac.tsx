import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { NotFound } from "~/domain/errors";
import { type CardLink, makeCardLink } from "~/domain/subscriptions/cardLink";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { CardPageView } from "~/features/subscriptions/CardPageView";
import {
  answerCardPage,
  type CardAnswer,
  type CardDoor,
  cardFieldOf,
  cardOutcomeToast,
  openCardPage,
} from "~/http/cardPage.server";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";

export { CardLinkError as ErrorBoundary } from "~/features/subscriptions/CardLinkError";
export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Update card | ${brand.name}` }, { name: "robots", content: "noindex" }];

/** The address is the proof: it must not leave with a link, nor stay in a cache. */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

async function door(args: LoaderFunctionArgs): Promise<CardDoor & { link: CardLink }> {
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
      // The mailed link is used up by the card that was saved, and its holder is not done: a new one of the same kind.
      const next = await makeCardLink(portal.ctx, { id: link.subscriptionId, cardGeneration: link.cardGeneration + 1 });
      const { text, tone } = cardOutcomeToast(outcome);
      return await redirectWithToast(portal, paths.cardByLink(next), text, tone);
    },
  };
}

/** A link that opens nothing says whether its time is over. */
const orLinkOver = <Result,>({ link, portal }: { link: CardLink; portal: CardDoor["portal"] }, work: Promise<Result>) =>
  work.catch((error) => {
    throw error instanceof NotFound ? json({ expired: link.expiresAt <= portal.ctx.now }, 404) : error;
  });

export async function loader(args: LoaderFunctionArgs) {
  const opened = await door(args);
  const shown = await orLinkOver(opened, openCardPage(opened));
  if (shown instanceof Response) throw shown;
  return { subscription: shown, field: cardFieldOf(opened.portal.ctx, shown), here: opened.here };
}

export async function action(args: ActionFunctionArgs) {
  const opened = await door(args);
  return await orLinkOver(opened, answerCardPage(opened, await readForm(args.request)));
}

/** One subscription's card, without a password and without the rest of the account. */
export default function CardByLink() {
  return (
    <PublicFrame>
      <CardPageView {...useLoaderData<typeof loader>()} answer={useActionData<CardAnswer>()} />
    </PublicFrame>
  );
}
