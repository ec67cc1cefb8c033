import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { programmeSettings } from "~/domain/affiliates/affiliateProgramme";
import { defaultRateText } from "~/domain/affiliates/defaultRateText";
import { serviceChoices } from "~/domain/catalogue/serviceChoices";
import { proposedAffiliateCode } from "~/domain/clients/affiliateCode";
import { clientDetails } from "~/domain/clients/clientDetails";
import { AffiliateFormInput } from "~/domain/clients/clientInputs";
import { updateClient } from "~/domain/clients/updateClient";
import { AffiliateDialog } from "~/features/clients/AffiliateDialog";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Affiliate details${data ? ` of ${data.name}` : ""} | ${brand.name}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const client = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  const search = new URL(args.request.url).searchParams.get("service") ?? "";
  const [services, programme] = await Promise.all([serviceChoices(ctx, search), programmeSettings(ctx)]);
  return {
    clientId: client.id,
    name: fullName(client),
    version: client.version,
    code: client.affiliateCode ?? (await proposedAffiliateCode(ctx, client)),
    linkBase: `${ctx.siteUrl}/r/`,
    commissions: client.commissions,
    search,
    services,
    defaultRate: defaultRateText(programme),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const id = idParam(args.params.clientId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, AffiliateFormInput, async (input) => {
      await updateClient(ctx, { id, ...input });
      return await redirectWithToast(args.context.portal, paths.client(id), "Updated successfully");
    }),
  );
}

export default function AffiliateDetails() {
  return <AffiliateDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
