import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { ownPayouts } from "~/domain/payouts/findPayouts";
import { pageOpens } from "~/features/frame/menu.server";
import { StatementLinks } from "~/features/payouts/StatementLinks";
import { formatDateTime, formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

export const meta = () => [{ title: `Payouts | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.own");
  return { payouts: await ownPayouts(ctx), opens: { affiliate: pageOpens(ctx.actor, "/affiliate") } };
}

/** Payouts to the affiliate, with their statements. */
export default function OwnPayouts() {
  const { payouts, opens } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        back={opens.affiliate ? { href: paths.affiliate(), label: "Affiliate Program" } : undefined}
        title="Payouts"
      />
      {payouts.length > 0 ? (
        <DataTable
          caption="Payouts"
          columns={[
            { key: "date", label: "Date", nowrap: true },
            { key: "lines", label: "Commissions", align: "right" },
            { key: "total", label: "Paid", align: "right" },
            { key: "statement", label: "Statement" },
          ]}
          rows={payouts.map(({ id, affiliateId, createdAt, lines, total }) => ({
            key: id,
            cells: {
              date: formatDateTime(createdAt),
              lines,
              total: formatCents(total),
              statement: <StatementLinks payoutId={id} affiliateId={affiliateId} of={formatLongDate(createdAt)} />,
            },
          }))}
        />
      ) : (
        <EmptyState
          title="No payouts yet"
          text="Our team pays out approved commissions. Your statements appear here."
        />
      )}
    </>
  );
}
