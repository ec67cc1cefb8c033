import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { can } from "~/domain/access";
import { findMissedPayments } from "~/domain/billing/missedPayments";
import type { Context } from "~/domain/context";
import { findDeadLetters } from "~/domain/deadLetters/findDeadLetters";
import { deleteDeadLetter, sendAllDeadLetters, sendDeadLetter } from "~/domain/deadLetters/sendDeadLetters";
import { findHealth } from "~/domain/health/findHealth";
import { linkWatchHealth } from "~/domain/health/linkWatchHealth";
import { findMonitorToken } from "~/domain/health/monitorToken";
import { readInstallation } from "~/domain/health/readInstallation";
import { replaceMonitorToken } from "~/domain/health/replaceMonitorToken";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { deleteGivenUpMessage, findGivenUpMessages, sendGivenUpMessages } from "~/domain/outbox/givenUpMessages";
import { paymentAccountChecks } from "~/domain/payments/paymentAccountChecks";
import { findUnmatchedPayments } from "~/domain/recovery/findUnmatchedPayments";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { HealthView } from "~/features/health/HealthView";
import type { PortalEnv } from "~/http/environment.server";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { bindingsPresent, secretsPresent } from "~/http/secretsPresent.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { version } from "../../package.json";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Health");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "billing.health");
  const [health, billing, missed, unmatched, operation] = await Promise.all([
    findHealth(ctx),
    findBillingHealth(ctx),
    findMissedPayments(ctx),
    can(ctx.actor, "payments.unmatched") ? findUnmatchedPayments(ctx) : null,
    can(ctx.actor, "health.view") ? readOperation(ctx, args.context.portal.env) : null,
  ]);
  return { health, billing, missed, unmatched, operation, clientLinks: pageOpens(ctx.actor, "/clients/:clientId") };
}

async function readOperation(ctx: Context, env: PortalEnv) {
  const [messages, letters, links, token, installed, accounts] = await Promise.all([
    findGivenUpMessages(ctx),
    findDeadLetters(ctx),
    linkWatchHealth(ctx),
    findMonitorToken(ctx),
    readInstallation(ctx),
    paymentAccountChecks(ctx),
  ]);
  const installation = { ...installed, version, secrets: secretsPresent(env), bindings: bindingsPresent(env) };
  return { messages, letters, links, token, installation, accounts };
}

const HealthInput = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("replaceToken") }),
  z.object({ intent: z.literal("sendAll") }),
  z.object({ intent: z.literal("send"), id: z.string() }),
  z.object({ intent: z.literal("delete"), id: z.string() }),
]);

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "billing.health");
  const { portal } = args.context;
  return await submitForm(portal, args.request, HealthInput, async (input) =>
    redirectWithToast(portal, paths.health(), await orNotFound(decide(ctx, input))),
  );
}

/** Each operation authorizes. Returns the toast. */
async function decide(ctx: Context, input: z.infer<typeof HealthInput>): Promise<string> {
  if (input.intent === "replaceToken") {
    await replaceMonitorToken(ctx);
    return "Replaced. Give the monitor the new value.";
  }
  if (input.intent === "sendAll") {
    const sent = (await sendGivenUpMessages(ctx)) + (await sendAllDeadLetters(ctx));
    return sent === 1 ? "1 message sent again" : `${sent} messages sent again`;
  }
  if (input.intent === "send") {
    if ((await sendGivenUpMessages(ctx, input.id)) === 0) await sendDeadLetter(ctx, input.id);
    return "Message sent again";
  }
  if (!(await deleteGivenUpMessage(ctx, input.id))) await deleteDeadLetter(ctx, input.id);
  return "Message deleted";
}

export default function HealthPage() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return (
    <>
      <HealthView {...useLoaderData<typeof loader>()} errors={errors} />
      <Outlet />
    </>
  );
}
