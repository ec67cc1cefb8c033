import { useSearchParams } from "@remix-run/react";
import { COMMISSIONS_NOT_FETCHED, STATS_NOT_FETCHED } from "~/domain/affiliates/affiliateTexts";
import type { Referral } from "~/domain/affiliates/findReferrals";
import type { HowYouEarn as Terms } from "~/domain/affiliates/howYouEarn";
import type { OrderWithoutCommission } from "~/domain/affiliates/ordersWithoutCommission";
import { ownCommissionList } from "~/domain/commissions/ownCommissionList";
import type { OwnCommission } from "~/domain/commissions/ownCommissions";
import { RangePicker, type RangePickerProps } from "~/features/home/RangePicker";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { Pagination } from "~/ui/list/Pagination";
import { AffiliateChart } from "./AffiliateChart";
import { AffiliateStatistics } from "./AffiliateStatistics";
import type { AffiliateFigures } from "./affiliateFigures.server";
import { HowYouEarn } from "./HowYouEarn";
import { OrdersWithoutCommission } from "./OrdersWithoutCommission";
import { OwnCommissions } from "./OwnCommissions";
import { ReferralLink } from "./ReferralLink";
import { Referrals } from "./Referrals";

export interface AffiliateViewProps {
  referralUrl: string;
  serviceLinks: readonly { id: string; name: string; url: string }[];
  /** Null when it could not be read. */
  terms: Terms | null;
  picker: RangePickerProps;
  /** 'refused': the range was invalid; 'failed': the query failed. */
  figures: AffiliateFigures | "refused" | "failed";
  /** The open tab. Its `page` is null when the query failed. */
  tab: { number: number; size: number } & (
    | { name: "referrals"; page: Page<Referral> | null }
    | { name: "commissions"; page: Page<OwnCommission> | null }
    | { name: "unearned"; page: Page<OrderWithoutCommission> | null }
  );
}

export function AffiliateView({ referralUrl, serviceLinks, terms, picker, figures, tab }: AffiliateViewProps) {
  const [search] = useSearchParams();
  const here = (change: Record<string, string | null>) => paths.affiliate() + listToSearch(search, change);
  const tabHref = (name: string | null) => here({ tab: name, size: null, from: null, to: null, dateField: null });
  return (
    <>
      <PageHeader
        title="Affiliate Program"
        help="Share your link and earn a commission when people buy through it."
        action={<LinkButton to={paths.ownPayouts()}>Payouts</LinkButton>}
      />
      <div className="stack affiliate-page">
        <ReferralLink url={referralUrl} services={serviceLinks} />
        {terms ? <HowYouEarn terms={terms} /> : <FailedRead>{COMMISSIONS_NOT_FETCHED}</FailedRead>}
        <RangePicker {...picker} />
        {figures === "failed" ? (
          <FailedRead>{STATS_NOT_FETCHED}</FailedRead>
        ) : figures === "refused" ? (
          <Alert tone="danger">This date range is not valid. Please check it.</Alert>
        ) : (
          <>
            <AffiliateStatistics {...figures} />
            <AffiliateChart
              {...figures.chart}
              seriesHref={(series) => here({ chart: series === "visitors" ? null : series })}
            />
          </>
        )}
        <Tabs
          label="Your program"
          tabs={[
            { label: "Referrals", href: tabHref(null), active: tab.name === "referrals" },
            { label: "Commissions", href: tabHref("commissions"), active: tab.name === "commissions" },
            { label: "Orders without commission", href: tabHref("unearned"), active: tab.name === "unearned" },
          ]}
        />
        {tab.name === "referrals" ? (
          <Referrals referrals={tab.page} firstHref={here({})} />
        ) : tab.name === "unearned" ? (
          <OrdersWithoutCommission orders={tab.page} firstHref={here({})} />
        ) : (
          <OwnCommissions commissions={tab.page} firstHref={here({})} search={search} />
        )}
        {tab.page && tab.page.totalElements > 0 ? (
          <Pagination
            page={tab.number}
            pageSize={tab.size}
            total={tab.page.totalElements}
            sizes={ownCommissionList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(paths.affiliate(), search, ownCommissionList)}
          />
        ) : null}
      </div>
    </>
  );
}
