import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { clientStatement } from "~/domain/clients/clientStatement";
import { findClient } from "~/domain/clients/findClient";
import { statementRange } from "~/domain/clients/statementRange";
import { readerZone } from "~/domain/context";
import { dayErrors } from "~/domain/days";
import { StatementView } from "~/features/clients/StatementView";
import { pageTitle } from "~/features/frame/pageTitle";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export const meta = pageTitle<typeof loader>((data) => `Account statement of ${data.client.name}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.read");
  const id = idParam(args.params.clientId);
  const { searchParams } = new URL(args.request.url);
  const pageText = searchParams.get("page") ?? "";
  const page = /^[1-9]\d{0,4}$/.test(pageText) ? Number(pageText) - 1 : 0;
  const [client, statement] = await orNotFound(
    Promise.all([findClient(ctx, id), clientStatement(ctx, id, statementRange(searchParams, readerZone(ctx)), page)]),
  );
  const errors = { from: dayErrors(searchParams.get("from")), to: dayErrors(searchParams.get("to")) };
  return { client: { id, name: fullName(client) }, page, errors, ...statement };
}

export default function Statement() {
  return <StatementView {...useLoaderData<typeof loader>()} />;
}
