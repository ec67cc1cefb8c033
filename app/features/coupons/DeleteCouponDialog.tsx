import type { Coupon } from "~/domain/coupons/storedCoupon";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface DeleteCouponDialogProps {
  coupon: Pick<Coupon, "code" | "held" | "used">;
  /** The list behind the dialog. */
  back: string;
  errors?: string[];
}

const orders = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;

/** Asks before deleting a coupon and states the consequences in figures (rules.md coupons/badges). */
export function DeleteCouponDialog({ coupon, back, errors }: DeleteCouponDialogProps) {
  return (
    <RouteDialog title="Delete coupon" closeHref={back} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Are you sure you want to delete this coupon: ${coupon.code}?`}
        consequences={[
          "Customers can no longer apply it.",
          ...(coupon.used > 0 ? [`${orders(coupon.used)} paid with it will not change.`] : []),
          ...(coupon.held > 0 ? [`${orders(coupon.held)} not paid yet keep the discounted price.`] : []),
        ]}
        cancelHref={back}
        verb="Delete"
        pendingText="Deleting"
      />
    </RouteDialog>
  );
}
