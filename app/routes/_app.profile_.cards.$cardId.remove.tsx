import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RemoveCardInput } from "~/domain/billing/ownCardInputs";
import { ownCard } from "~/domain/billing/ownCards";
import { removeCard } from "~/domain/billing/removeCard";
import { pageTitle } from "~/features/frame/pageTitle";
import { RemoveCardDialog } from "~/features/profile/RemoveCardDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Remove card");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.cards");
  return { card: await orNotFound(ownCard(ctx, idParam(args.params.cardId))) };
}

export const action = deleteAction(
  "checkout.cards",
  (ctx, { cardId }, input) => removeCard(ctx, idParam(cardId), input),
  () => ({ path: paths.savedCards(), text: "Card removed." }),
  RemoveCardInput,
);

export default function RemoveCard() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <RemoveCardDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
