import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { DefaultCardInput } from "~/domain/billing/ownCardInputs";
import { ownCards } from "~/domain/billing/ownCards";
import { setDefaultCard } from "~/domain/billing/setDefaultCard";
import { pageTitle } from "~/features/frame/pageTitle";
import { SavedCardList } from "~/features/profile/SavedCardList";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Saved cards");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.cards");
  return { cards: await ownCards(ctx), now: ctx.now };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.cards");
  const { portal } = args.context;
  return await submitForm(portal, args.request, DefaultCardInput, async (input) => {
    await orNotFound(setDefaultCard(ctx, input));
    return await redirectWithToast(portal, paths.savedCards(), "Default card changed.");
  });
}

export default function SavedCards() {
  return (
    <div className="stack-large">
      <PageHeader title="Saved cards" back={{ href: paths.profile(), label: "Edit your details" }} />
      <SavedCardList {...useLoaderData<typeof loader>()} errors={formErrorsOf(useActionResult<FormAnswer>())} />
      <Outlet />
    </div>
  );
}
