import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { countryNames } from "~/domain/accounts/countries";
import { clientDetails } from "~/domain/clients/clientDetails";
import { ClientFormInput } from "~/domain/clients/clientInputs";
import { updateClient } from "~/domain/clients/updateClient";
import { ClientFormDialog } from "~/features/clients/ClientFormDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit client");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const client = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  const { id, version, email, firstName, lastName, company, taxId, phoneNo, address } = client;
  const { city, state, zipCode, country } = client;
  return {
    client: {
      id,
      version,
      email,
      firstName,
      lastName,
      company,
      taxId,
      phoneNo,
      address,
      city,
      state,
      zipCode,
      country,
    },
    countries: countryNames,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const id = idParam(args.params.clientId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, ClientFormInput, async (input) => {
      await updateClient(ctx, { id, ...input });
      return await redirectWithToast(args.context.portal, paths.client(id), "Updated successfully");
    }),
  );
}

export default function EditClient() {
  return <ClientFormDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
