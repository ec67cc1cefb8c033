import { Badge } from "~/ui/feedback/Badge";

/** What is computed beside a coupon's status (rules.md coupons/badges). */
export function CouponBadges({ coupon }: { coupon: { expired: boolean; usedUp: boolean } }) {
  return (
    <>
      {coupon.expired ? <Badge tone="warning">Expired</Badge> : null}{" "}
      {coupon.usedUp ? <Badge tone="warning">Used up</Badge> : null}
    </>
  );
}
