import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { findMissedPayments } from "~/domain/billing/missedPayments";
import { findHealth } from "~/domain/health/findHealth";
import { findMonitorToken } from "~/domain/health/monitorToken";
import { replaceMonitorToken } from "~/domain/health/replaceMonitorToken";
import { HealthView } from "~/features/health/HealthView";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Health | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "health.view");
  const [health, missed, token] = await Promise.all([findHealth(ctx), findMissedPayments(ctx), findMonitorToken(ctx)]);
  return { health, missed, token };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "health.monitorToken");
  const { portal } = args.context;
  return await submitForm(portal, args.request, z.object({}), async () => {
    await replaceMonitorToken(ctx);
    return await redirectWithToast(portal, paths.health(), "Replaced. Give the monitor the new value.");
  });
}

export default function HealthPage() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <HealthView {...useLoaderData<typeof loader>()} errors={errors} />;
}
