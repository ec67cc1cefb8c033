import { URL_COPIED, URL_NOT_COPIED } from "~/domain/catalogue/serviceTexts";
import type { Coupon } from "~/domain/coupons/storedCoupon";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { copyText } from "~/ui/feedback/copyText";
import { Button } from "~/ui/form/Button";
import { TextField } from "~/ui/form/TextField";

/** How often a coupon was used, and the links that apply it. */
export function CouponSide({ coupon, siteUrl }: { coupon: Coupon; siteUrl: string }) {
  const copy = (text: string) => copyText(text, { copied: URL_COPIED, failed: URL_NOT_COPIED });
  return (
    <>
      <Card title="Uses">
        <Facts
          facts={[
            { label: "Held by unpaid orders", value: coupon.held },
            { label: "Used by paid orders", value: coupon.used },
            { label: "Released", value: coupon.released },
            { label: "Limit", value: coupon.usageLimit ?? "None" },
          ]}
        />
      </Card>
      <Card title="Checkout links">
        <div className="form">
          {coupon.services.map(({ id, name }) => {
            const link = siteUrl + paths.checkoutWithCoupon(id, coupon.code);
            return (
              <div key={id} className="field-and-button">
                <TextField
                  name={`link-${id}`}
                  label={name}
                  readOnly
                  value={link}
                  onFocus={(event) => event.currentTarget.select()}
                />
                <Button className="script-only" onClick={() => copy(link)} aria-label={`Copy the link of ${name}`}>
                  Copy
                </Button>
              </div>
            );
          })}
        </div>
      </Card>
    </>
  );
}
