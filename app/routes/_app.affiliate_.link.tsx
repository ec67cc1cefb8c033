import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ownAffiliate } from "~/domain/access";
import { referralServices } from "~/domain/affiliates/referralServices";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { LinkBuilder } from "~/features/checkout/LinkBuilder";
import { linkBuilderOf } from "~/features/checkout/linkBuilder.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { PageHeader } from "~/ui/layout/PageHeader";
import { EmptyState } from "~/ui/list/EmptyState";

export const meta = pageTitle("Copy link");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "affiliates.own");
  const services = await referralServices(ctx);
  const asked = new URL(args.request.url).searchParams.get("service");
  const chosen = services.find(({ id }) => id === asked) ?? services[0];
  if (!chosen) return null;
  const service = await orNotFound(checkoutService(ctx, chosen.id));
  return { ...linkBuilderOf(ctx, service, args.request.url), services, ownRef: ownAffiliate(ctx).affiliateCode };
}

export default function AffiliateLink() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        back={{ href: paths.affiliate(), label: "Affiliate Program" }}
        title="Copy link"
        help="A link to a checkout with your choices and your code."
      />
      {data ? (
        <LinkBuilder key={data.service.id} {...data} />
      ) : (
        <EmptyState
          title="No services yet"
          text="Links to single services appear here once there are some."
          action={null}
        />
      )}
    </>
  );
}
