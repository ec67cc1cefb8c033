import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { checkBooks } from "~/domain/books/checkBooks";
import { differenceList } from "~/domain/books/differenceList";
import { findBooks } from "~/domain/books/findBooks";
import { findDifferences } from "~/domain/books/findDifferences";
import { zonesOf } from "~/domain/context";
import { BooksView } from "~/features/books/BooksView";
import { pageTitle } from "~/features/frame/pageTitle";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Books");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "books.read");
  const query = listFromUrl(differenceList, args.request.url, zonesOf(ctx));
  const [books, page] = await Promise.all([nullOnFault(findBooks(ctx)), nullOnFault(findDifferences(ctx, query))]);
  return withStatus({ books, page, query }, books && page ? 200 : 500);
}

/** Checks now instead of tonight. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "books.check");
  return await submitForm(args.context.portal, args.request, z.object({}), async () => {
    const { done, failed } = await checkBooks(ctx, () => {}, { force: true });
    const text = failed
      ? "Your records are checked. The card provider did not answer, so its balance is checked tonight."
      : done === 0
        ? "Another check is running. Reload this page in a minute."
        : "The books are checked";
    return await redirectWithToast(args.context.portal, paths.books(), text);
  });
}

export default function BooksPage() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return (
    <>
      <BooksView {...useLoaderData<typeof loader>()} errors={errors} />
      <Outlet />
    </>
  );
}
