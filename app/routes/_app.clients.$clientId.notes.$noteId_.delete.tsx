import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ownClientNote } from "~/domain/clients/clientDetails";
import { deleteClientNote } from "~/domain/clients/saveClientNote";
import { pageTitle } from "~/features/frame/pageTitle";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete note");

const idsOf = ({ clientId, noteId }: LoaderFunctionArgs["params"]) => ({
  clientId: idParam(clientId),
  id: idParam(noteId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const ids = idsOf(args.params);
  const { body } = await orNotFound(ownClientNote(ctx, ids));
  return { ...ids, body };
}

export const action = deleteAction(
  "clients.edit",
  async (ctx, params) => {
    // A note is deleted by its author only.
    await ownClientNote(ctx, idsOf(params));
    await deleteClientNote(ctx, idsOf(params));
  },
  ({ params }) => ({ path: paths.client(idParam(params.clientId)), text: "Note deleted" }),
);

export default function DeleteNote() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  const { clientId, id, body } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Delete note" closeHref={paths.client(clientId)} tone="danger">
      <FormErrors errors={errors} />
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
