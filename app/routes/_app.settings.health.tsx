import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findMissedPayments } from "~/domain/billing/missedPayments";
import { findHealth } from "~/domain/health/findHealth";
import { linkWatchHealth } from "~/domain/health/linkWatchHealth";
import { findMonitorToken } from "~/domain/health/monitorToken";
import { readInstallation } from "~/domain/health/readInstallation";
import { replaceMonitorToken } from "~/domain/health/replaceMonitorToken";
import { paymentAccountChecks } from "~/domain/payments/paymentAccountChecks";
import { pageTitle } from "~/features/frame/pageTitle";
import { HealthView } from "~/features/health/HealthView";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { secretsPresent } from "~/http/secretsPresent.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { version } from "../../package.json";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Health");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "health.view");
  const [health, missed, links, token, installed, accounts] = await Promise.all([
    findHealth(ctx),
    findMissedPayments(ctx),
    linkWatchHealth(ctx),
    findMonitorToken(ctx),
    readInstallation(ctx),
    paymentAccountChecks(ctx),
  ]);
  const installation = { ...installed, version, secrets: secretsPresent(args.context.portal.env) };
  return { health, missed, links, token, installation, accounts };
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
