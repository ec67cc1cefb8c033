import { Badge } from "~/ui/feedback/Badge";

/** Badges computed in addition to a coupon's status (rules.md coupons/badges). */
export function CouponBadges({ coupon }: { coupon: { expired: boolean; usedUp: boolean } }) {
  return (
    <>
      {coupon.expired ? <Badge tone="warning">Expired</Badge> : null}{" "}
      {coupon.usedUp ? <Badge tone="warning">Used up</Badge> : null}
    </>
  );
}
