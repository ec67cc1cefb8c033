import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { clientDetails } from "~/domain/clients/clientDetails";
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

export const meta = pageTitle("Add note");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const { id } = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  return { clientId: id, note: null };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const clientId = idParam(args.params.clientId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, ClientNoteInput, async ({ body }) => {
      await saveClientNote(ctx, { clientId, body });
      return await redirectWithToast(args.context.portal, paths.client(clientId), "Note added");
    }),
  );
}

export default function NewNote() {
  return <NoteDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
