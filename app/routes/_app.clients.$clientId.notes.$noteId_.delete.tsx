import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ownClientNote } from "~/domain/clients/clientDetails";
import { deleteClientNote } from "~/domain/clients/saveClientNote";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete note");

const idsOf = ({ clientId, noteId }: LoaderFunctionArgs["params"]) => ({
  clientId: idParam(clientId),
  id: idParam(noteId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const { clientId, id } = idsOf(args.params);
  const { body } = await orNotFound(ownClientNote(ctx, { clientId, id }));
  return { back: paths.client(clientId), body };
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
  const { back, body } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      noun="note"
      text="Are you sure you want to delete this note?"
      consequences={[body.length > 200 ? `${body.slice(0, 200)}…` : body]}
      back={back}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
