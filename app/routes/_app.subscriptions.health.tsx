import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { findMissedPayments } from "~/domain/billing/missedPayments";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { findUnmatchedPayments } from "~/domain/recovery/findUnmatchedPayments";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { BillingHealthView } from "~/features/subscriptions/BillingHealthView";
import { pageContext } from "~/http/pageContext.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Billing health");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "billing.health");
  return {
    health: await findBillingHealth(ctx),
    missed: await findMissedPayments(ctx),
    unmatched: can(ctx.actor, "payments.unmatched") ? await findUnmatchedPayments(ctx) : null,
    clientLinks: pageOpens(ctx.actor, "/clients/:clientId"),
  };
}

export default function BillingHealthPage() {
  return (
    <>
      <BillingHealthView {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
