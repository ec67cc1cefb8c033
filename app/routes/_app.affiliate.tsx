import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { NOT_ENABLED } from "~/domain/access";
import { affiliateStatus, defaultAffiliateRange } from "~/domain/affiliates/affiliateStatus";
import { ApplyInput, applyToProgramme, programmeApplication } from "~/domain/affiliates/applyToProgramme";
import { findReferrals } from "~/domain/affiliates/findReferrals";
import { howYouEarn } from "~/domain/affiliates/howYouEarn";
import { ordersWithoutCommission } from "~/domain/affiliates/ordersWithoutCommission";
import { referralList } from "~/domain/affiliates/referralList";
import { referralServices } from "~/domain/affiliates/referralServices";
import { ownCommissionList } from "~/domain/commissions/ownCommissionList";
import { ownCommissions } from "~/domain/commissions/ownCommissions";
import { type Context, isAffiliate, userOf, zonesOf } from "~/domain/context";
import { DashboardQuery, dayOf } from "~/domain/dateRange";
import { ownPayouts } from "~/domain/payouts/findPayouts";
import { AffiliateView } from "~/features/affiliates/AffiliateView";
import { affiliateFigures, seriesOf } from "~/features/affiliates/affiliateFigures.server";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { useZone } from "~/features/frame/useZone";
import { rangePickerOf } from "~/features/home/staffFigures.server";
import { formatLongDate } from "~/format/dates";
import { UTC } from "~/format/zones";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  {
    title: titleWithBrand(
      matches,
      data?.view === "open" && data.tab.name === "commissions" ? "Your commissions" : "Affiliate Program",
    ),
  },
];

async function tabOf(ctx: Context, url: string) {
  if (new URL(url).searchParams.get("tab") === "commissions") {
    const query = listFromUrl(ownCommissionList, url, zonesOf(ctx));
    const page = await nullOnFault(ownCommissions(ctx, query));
    return { name: "commissions" as const, page, number: query.page, size: query.pageSize };
  }
  const query = listFromUrl(referralList, url, zonesOf(ctx));
  if (new URL(url).searchParams.get("tab") === "unearned") {
    const page = await nullOnFault(ordersWithoutCommission(ctx, query));
    return { name: "unearned" as const, page, number: query.page, size: query.pageSize };
  }
  const page = await nullOnFault(findReferrals(ctx, query));
  return { name: "referrals" as const, page, number: query.page, size: query.pageSize };
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "affiliates.programme");
  const user = userOf(ctx.actor);
  // A former affiliate is still paid for earned commissions and finds the statements here.
  if (!isAffiliate(user)) {
    const [payouts, appliedAt] = await Promise.all([ownPayouts(ctx), programmeApplication(ctx)]);
    return { view: "closed" as const, wasPaid: payouts.length > 0, appliedAt };
  }
  const search = new URL(args.request.url).searchParams;
  const query = DashboardQuery.safeParse(Object.fromEntries(search));
  const [status, tab, terms, services] = await Promise.all([
    query.success ? nullOnFault(affiliateStatus(ctx, query.data)) : null,
    tabOf(ctx, args.request.url),
    nullOnFault(howYouEarn(ctx)),
    nullOnFault(referralServices(ctx)),
  ]);
  const page = {
    view: "open" as const,
    referralUrl: ctx.siteUrl + paths.referral(user.affiliateCode),
    serviceLinks: (services ?? []).map((service) => ({
      ...service,
      url: ctx.siteUrl + paths.referral(user.affiliateCode, paths.checkout(service.id)),
    })),
    terms,
    picker: rangePickerOf(search, query, {
      now: ctx.now,
      zone: UTC,
      initial: defaultAffiliateRange(ctx.now, UTC),
      hrefOf: (range) => (range ? paths.affiliate(dayOf(range.from), dayOf(range.to)) : paths.affiliate()),
    }),
    figures: status
      ? affiliateFigures(status, seriesOf(search))
      : query.success
        ? ("failed" as const)
        : ("refused" as const),
    tab,
  };
  return withStatus(page, !query.success ? 400 : status && tab.page ? 200 : 500);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "affiliates.programme");
  const { portal } = args.context;
  return await submitForm(portal, args.request, ApplyInput, async () => {
    await applyToProgramme(ctx);
    return await redirectWithToast(portal, paths.affiliate(), "We received your application and will reply soon.");
  });
}

export default function AffiliateProgram() {
  const data = useLoaderData<typeof loader>();
  const zone = useZone();
  const errors = useActionResult<FormAnswer>()?.result?.error?.[""];
  if (data.view === "open") return <AffiliateView {...data} />;
  return (
    <>
      <PageHeader
        title="Affiliate Program"
        action={data.wasPaid ? <LinkButton to={paths.ownPayouts()}>Payouts</LinkButton> : undefined}
      />
      <div className="stack">
        <FormErrors errors={errors ?? undefined} />
        <Alert tone="info">{NOT_ENABLED}</Alert>
        {data.appliedAt === null ? (
          <Form method="post" action={paths.affiliate()}>
            <SubmitButton pendingText="Applying">Apply</SubmitButton>
          </Form>
        ) : (
          <p className="muted">You applied on {formatLongDate(data.appliedAt, zone)}. We will reply soon.</p>
        )}
      </div>
    </>
  );
}
