import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findBillingHealth } from "~/domain/billing/findBillingHealth";
import { BillingHealthView } from "~/features/subscriptions/BillingHealthView";
import { pageOpens } from "~/http/menu.server";
import { pageContext } from "~/http/pageContext.server";

export const meta = () => [{ title: `Billing health | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "billing.health");
  return {
    health: await findBillingHealth(ctx),
    clientLinks: pageOpens(ctx.actor, "/clients/:clientId"),
  };
}

export default function BillingHealthPage() {
  return <BillingHealthView {...useLoaderData<typeof loader>()} />;
}
