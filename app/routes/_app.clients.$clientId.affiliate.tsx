import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { programmeSettings } from "~/domain/affiliates/affiliateProgramme";
import { defaultRateText } from "~/domain/affiliates/defaultRateText";
import { serviceChoices } from "~/domain/catalogue/serviceChoices";
import { proposedAffiliateCode } from "~/domain/clients/affiliateCode";
import { type CommissionSetting, clientDetails } from "~/domain/clients/clientDetails";
import { AffiliateFormInput } from "~/domain/clients/clientInputs";
import { updateClient } from "~/domain/clients/updateClient";
import { AffiliateDialog } from "~/features/clients/AffiliateDialog";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { foldText } from "~db/foldText";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleWithBrand(matches, `Affiliate details${data ? ` of ${data.name}` : ""}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const client = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  const { searchParams } = new URL(args.request.url);
  const search = searchParams.get("service") ?? "";
  const [services, programme] = await Promise.all([serviceChoices(ctx, search), programmeSettings(ctx)]);
  return {
    clientId: client.id,
    name: fullName(client),
    version: client.version,
    code: client.affiliateCode ?? (await proposedAffiliateCode(ctx, client)),
    linkBase: `${ctx.siteUrl}/r/`,
    rates: ratesPage(client.commissions, search, Number(searchParams.get("rates") ?? 1)),
    search,
    services,
    defaultRate: defaultRateText(programme),
  };
}

/** Stored rates on a page of the form. */
const RATES = 25;

/** One page of the stored rates for services that match the search. `page` counts from 1. */
function ratesPage(rates: readonly CommissionSetting[], search: string, page: number) {
  const matching = rates.filter(({ serviceName }) => foldText(serviceName).includes(foldText(search.trim())));
  const pages = Math.max(1, Math.ceil(matching.length / RATES));
  const shown = Number.isSafeInteger(page) ? Math.min(Math.max(page, 1), pages) : 1;
  const first = (shown - 1) * RATES;
  return { rows: matching.slice(first, first + RATES), first, total: matching.length, page: shown, pages };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const id = idParam(args.params.clientId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, AffiliateFormInput, async ({ shown, ...input }) => {
      await updateClient(ctx, { id, ...input, shown: shown.split(" ").filter(Boolean) });
      return await redirectWithToast(args.context.portal, paths.client(id), "Updated successfully");
    }),
  );
}

export default function AffiliateDetails() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  // Another search or page begins with its own rows.
  return <AffiliateDialog key={`${data.rates.page} ${data.search}`} {...data} lastResult={lastResult} />;
}
