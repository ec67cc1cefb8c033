import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { isPublic } from "~/api/endpoint";
import { table } from "~/api/table";
import { permissions } from "~/domain/access";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";

export const meta = pageTitle("API");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "api.document");
  const calls = [...table]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map((row) => ({
      name: `${row.method} /api${row.path}`,
      summary: row.summary,
      who: isPublic(row)
        ? "Anyone, without a token"
        : permissions[row.permission].who.filter((who) => who !== "system" && who !== "anonymous").join(", "),
    }));
  return { calls };
}

/** Lists every API call and who may use it. The OpenAPI document has the details. */
export default function Developers() {
  const { calls } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="API"
        help={
          <>
            Amounts are in dollars and times in ISO 8601 UTC. Full description:{" "}
            <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
          </>
        }
      />
      <DataTable
        caption="Calls of the API"
        columns={[
          { key: "name", label: "Call", card: "title" },
          { key: "summary", label: "What it does", card: "fact" },
          { key: "who", label: "Who", card: "fact" },
        ]}
        rows={calls.map((call) => ({
          key: call.name,
          cells: { name: <code>{call.name}</code>, summary: call.summary, who: call.who },
        }))}
      />
    </>
  );
}
