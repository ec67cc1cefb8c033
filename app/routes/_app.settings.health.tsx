import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findMissedPayments } from "~/domain/billing/missedPayments";
import { findHealth } from "~/domain/health/findHealth";
import { HealthView } from "~/features/health/HealthView";
import { pageContext } from "~/http/pageContext.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Health | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "health.view");
  const [health, missed] = await Promise.all([findHealth(ctx), findMissedPayments(ctx)]);
  return { health, missed };
}

export default function HealthPage() {
  return <HealthView {...useLoaderData<typeof loader>()} />;
}
