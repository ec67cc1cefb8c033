import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { NewClientInput } from "~/domain/clients/clientInputs";
import { createClient } from "~/domain/clients/createClient";
import { NewClientForm } from "~/features/clients/NewClientForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New Client");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "clients.edit");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  return await submitForm(args.context.portal, args.request, NewClientInput, async (input) => {
    const id = await createClient(ctx, input);
    return await redirectWithToast(args.context.portal, paths.client(id), `Invitation sent to ${input.email}`);
  });
}

export default function NewClient() {
  return (
    <>
      <PageHeader
        title="New Client"
        back={{ href: paths.clients(), label: "Clients" }}
        help="We email them a link to choose a password."
      />
      <NewClientForm lastResult={useActionResult<FormAnswer>()?.result} />
    </>
  );
}
