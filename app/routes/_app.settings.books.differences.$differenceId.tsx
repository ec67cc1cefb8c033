import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { explainDifference } from "~/domain/books/explainDifference";
import { ExplainDifferenceInput } from "~/domain/books/explainDifferenceInput";
import { findDifference } from "~/domain/books/findDifferences";
import { ExplainDialog } from "~/features/books/ExplainDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Explain difference");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "books.read");
  return { difference: await orNotFound(findDifference(ctx, idParam(args.params.differenceId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "books.read");
  const id = idParam(args.params.differenceId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, ExplainDifferenceInput, async ({ note }) => {
      await explainDifference(ctx, { id, note });
      return await redirectWithToast(args.context.portal, paths.books(), "Note saved");
    }),
  );
}

export default function ExplainDifference() {
  return <ExplainDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
