import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { clientDetails } from "~/domain/clients/clientDetails";
import { countClientSessions, endClientSessions } from "~/domain/clients/endClientSessions";
import { SignOutClientDialog } from "~/features/clients/SignOutClientDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Sign out everywhere");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.endSessions");
  const client = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  return { id: client.id, name: fullName(client), open: await countClientSessions(ctx, client.id) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.endSessions");
  const id = idParam(args.params.clientId);
  await orNotFound(endClientSessions(ctx, id));
  return await redirectWithToast(args.context.portal, paths.client(id), "Signed out everywhere");
}

export default function SignOutClient() {
  useActionResult();
  return <SignOutClientDialog {...useLoaderData<typeof loader>()} />;
}
