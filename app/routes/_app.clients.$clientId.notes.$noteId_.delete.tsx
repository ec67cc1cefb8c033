import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { ownClientNote } from "~/domain/clients/clientDetails";
import { deleteClientNote } from "~/domain/clients/saveClientNote";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete note | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const [clientId, id] = [idParam(args.params.clientId), idParam(args.params.noteId)];
  const { body } = await orNotFound(ownClientNote(ctx, { clientId, id }));
  return { clientId, id, body };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const [clientId, id] = [idParam(args.params.clientId), idParam(args.params.noteId)];
  await orNotFound(ownClientNote(ctx, { clientId, id }));
  await orNotFound(deleteClientNote(ctx, { clientId, id }));
  return await redirectWithToast(args.context.portal, paths.client(clientId), "Note deleted");
}

export default function DeleteNote() {
  useActionResult();
  const { clientId, id, body } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Delete note" closeHref={paths.client(clientId)} tone="danger">
      <ConfirmForm
        text="Are you sure you want to delete this note?"
        consequences={[body.length > 200 ? `${body.slice(0, 200)}…` : body]}
        cancelHref={paths.client(clientId)}
        verb="Delete"
        pendingText="Deleting"
        action={paths.clientNoteDelete(clientId, id)}
      />
    </RouteDialog>
  );
}
