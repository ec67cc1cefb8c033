import type { CouponChoices } from "~/domain/coupons/couponChoices";
import type { CouponOrderPage } from "~/domain/coupons/couponOrders";
import type { Coupon } from "~/domain/coupons/storedCoupon";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { CouponBadges } from "./CouponBadges";
import { CouponForm } from "./CouponForm";
import { CouponOrders } from "./CouponOrders";
import { CouponSide } from "./CouponSide";

interface CouponPageExtra {
  choices: CouponChoices;
  search: { service: string; affiliate: string };
}

/** The answer to a failed post, or to a search step. */
export type CouponPageAnswer = FormAnswer<Record<string, unknown>, CouponPageExtra>;

interface CouponPageProps {
  coupon: Coupon | null;
  choices: CouponChoices;
  posted?: CouponPageAnswer;
  siteUrl?: string;
  /** The page of its orders. `later`: older ones than the newest are shown. */
  used?: CouponOrderPage & { later: boolean };
}

/** Creates or edits a coupon, with its uses and links at the side. */
export function CouponPage({ coupon, choices, posted, siteUrl = "", used }: CouponPageProps) {
  return (
    <>
      <PageHeader
        title={coupon ? <span translate="no">{coupon.code}</span> : "Add Coupon"}
        badge={coupon ? <CouponBadges coupon={coupon} /> : null}
        back={{ href: paths.coupons(), label: "Coupons" }}
        action={coupon ? <LinkButton to={paths.couponDelete(coupon.id)}>Delete</LinkButton> : null}
      />
      <div className="coupon-page">
        <CouponForm
          coupon={coupon}
          choices={posted?.choices ?? choices}
          search={posted?.search ?? { service: "", affiliate: "" }}
          lastResult={posted?.result}
        />
        {coupon ? (
          <div className="coupon-side">
            <CouponSide coupon={coupon} siteUrl={siteUrl} />
          </div>
        ) : null}
      </div>
      {coupon && used ? <CouponOrders {...used} href={paths.coupon(coupon.id)} /> : null}
    </>
  );
}
