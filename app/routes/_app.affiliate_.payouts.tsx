import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { isAffiliate, userOf } from "~/domain/context";
import { ownPayouts } from "~/domain/payouts/findPayouts";
import { ownPayee, savePayee } from "~/domain/payouts/payeeDetails";
import { PayeeInput } from "~/domain/payouts/payeeInput";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { useZone } from "~/features/frame/useZone";
import { PayeeForm } from "~/features/payouts/PayeeForm";
import { StatementLinks } from "~/features/payouts/StatementLinks";
import { formatDateTime, formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Payouts");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.own");
  const payouts = await ownPayouts(ctx);
  // A former affiliate is still paid for earned commissions.
  const keepsPayee = can(ctx.actor, "payouts.payee") && (isAffiliate(userOf(ctx.actor)) || payouts.length > 0);
  const payee = keepsPayee ? await ownPayee(ctx) : null;
  return { payouts, keepsPayee, payee, opens: { affiliate: pageOpens(ctx.actor, "/affiliate") } };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "payouts.payee");
  return await submitForm(args.context.portal, args.request, PayeeInput, async (input) => {
    await savePayee(ctx, input);
    return await redirectWithToast(args.context.portal, paths.ownPayouts(), "Updated successfully");
  });
}

/** Payouts to the affiliate, with their statements. */
export default function OwnPayouts() {
  const zone = useZone();
  const { payouts, keepsPayee, payee, opens } = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
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
              date: formatDateTime(createdAt, zone),
              lines,
              total: formatCents(total),
              statement: (
                <StatementLinks payoutId={id} affiliateId={affiliateId} of={formatLongDate(createdAt, zone)} />
              ),
            },
          }))}
        />
      ) : (
        <EmptyState
          title="No payouts yet"
          text="Our team pays out approved commissions. Your statements appear here."
          action={<LinkButton to={`${paths.affiliate()}?tab=commissions`}>Show your commissions</LinkButton>}
        />
      )}
      {keepsPayee ? <PayeeForm payee={payee} lastResult={lastResult} /> : null}
    </>
  );
}
