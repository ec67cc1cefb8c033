import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { clientDetails } from "~/domain/clients/clientDetails";
import { pageTitle } from "~/features/frame/pageTitle";
import { ResetTwoFactorDialog } from "~/features/team/ResetTwoFactorDialog";
import { answerTwoFactorReset } from "~/features/team/twoFactorReset.server";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Remove two-factor sign-in");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.resetTwoFactor");
  const client = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  return { id: client.id, name: fullName(client) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.resetTwoFactor");
  const { id } = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  return await answerTwoFactorReset(args.context.portal, ctx, id, paths.client(id));
}

export default function ResetClientTwoFactor() {
  useActionResult();
  const { id, name } = useLoaderData<typeof loader>();
  return <ResetTwoFactorDialog name={name} closeHref={paths.client(id)} action={paths.clientTwoFactor(id)} />;
}
