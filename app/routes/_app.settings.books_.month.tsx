import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { bookMonthFrom } from "~/domain/books/bookMonth";
import { monthStatement } from "~/domain/books/monthStatement";
import { MonthView } from "~/features/books/MonthView";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";

export const meta = pageTitle("Monthly statement");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "books.read");
  return { statement: await monthStatement(ctx, bookMonthFrom(new URL(args.request.url).searchParams, ctx.now)) };
}

export default function BooksMonth() {
  return <MonthView {...useLoaderData<typeof loader>()} />;
}
