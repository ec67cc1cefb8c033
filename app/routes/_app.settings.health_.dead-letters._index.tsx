import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findDeadLetters } from "~/domain/deadLetters/findDeadLetters";
import { sendAllDeadLetters } from "~/domain/deadLetters/sendDeadLetters";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeadLettersView } from "~/features/health/DeadLettersView";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Dead letters");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "deadLetters.manage");
  return await findDeadLetters(ctx);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "deadLetters.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, z.object({}), async () => {
    const sent = await sendAllDeadLetters(ctx);
    return await redirectWithToast(
      portal,
      paths.deadLetters(),
      sent === 1 ? "1 message sent again" : `${sent} messages sent again`,
    );
  });
}

export default function DeadLettersPage() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <DeadLettersView {...useLoaderData<typeof loader>()} errors={errors} />;
}
