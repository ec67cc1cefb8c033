import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findDeadLetter } from "~/domain/deadLetters/findDeadLetters";
import { deleteDeadLetter, sendDeadLetter } from "~/domain/deadLetters/sendDeadLetters";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeadLetterView } from "~/features/health/DeadLetterView";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Dead letter");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "deadLetters.manage");
  return { letter: await orNotFound(findDeadLetter(ctx, idParam(args.params.letterId))) };
}

const DecisionInput = z.object({ intent: z.enum(["send", "delete"]) });

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "deadLetters.manage");
  const id = idParam(args.params.letterId);
  const { portal } = args.context;
  return await submitForm(portal, args.request, DecisionInput, async ({ intent }) => {
    if (intent === "delete") await orNotFound(deleteDeadLetter(ctx, id));
    else await orNotFound(sendDeadLetter(ctx, id));
    return await redirectWithToast(
      portal,
      paths.deadLetters(),
      intent === "delete" ? "Message deleted" : "Message sent again",
    );
  });
}

export default function DeadLetterPage() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <DeadLetterView {...useLoaderData<typeof loader>()} errors={errors} />;
}
