import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ownClientNote } from "~/domain/clients/clientDetails";
import { ClientNoteInput } from "~/domain/clients/clientInputs";
import { saveClientNote } from "~/domain/clients/saveClientNote";
import { NoteDialog } from "~/features/clients/NoteDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit note");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const [clientId, id] = [idParam(args.params.clientId), idParam(args.params.noteId)];
  return { clientId, note: await orNotFound(ownClientNote(ctx, { clientId, id })) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const [clientId, id] = [idParam(args.params.clientId), idParam(args.params.noteId)];
  return await orNotFound(
    submitForm(args.context.portal, args.request, ClientNoteInput, async (input) => {
      await saveClientNote(ctx, { clientId, id, ...input });
      return await redirectWithToast(args.context.portal, paths.client(clientId), "Note saved");
    }),
  );
}

export default function EditNote() {
  return <NoteDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
