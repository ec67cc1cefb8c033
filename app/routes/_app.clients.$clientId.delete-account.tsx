import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findClient } from "~/domain/clients/findClient";
import { keptAfterErasure } from "~/domain/personalData/dataTables";
import { clientDeletion } from "~/domain/personalData/findDeletion";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteClientDialog } from "~/features/personalData/DeleteClientDialog";
import { answerClientDeletion } from "~/features/personalData/deletionPage.server";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete account");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "personalData.manage");
  const id = idParam(args.params.clientId);
  const [client, deletion] = await orNotFound(Promise.all([findClient(ctx, id), clientDeletion(ctx, id)]));
  return { id, name: fullName(client), deletion, kept: keptAfterErasure };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "personalData.manage");
  return await answerClientDeletion(args.context.portal, ctx, idParam(args.params.clientId));
}

export default function DeleteClient() {
  useActionResult();
  return <DeleteClientDialog {...useLoaderData<typeof loader>()} />;
}
