import { useFetcher } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { COUPON_APPLIED, COUPON_DESELECTED } from "~/domain/coupons/couponTexts";
import { type FormCoupon, isDeselected } from "~/domain/coupons/formCoupon";
import { showToast } from "~/ui/feedback/showToast";
import type { CheckoutAnswer } from "./usePayment";

/** True when the server rejected an order because of its coupon, or of a price that includes it. */
export const refusesCoupon = (answer: CheckoutAnswer | undefined) =>
  Boolean(answer && !answer.order && (answer.result?.error?.couponCode || answer.details));

interface CouponState {
  /** Applied earlier: by a link, or without script. */
  initial: FormCoupon | null;
  note?: string;
  errors?: string[];
  /** The code currently typed in the form. */
  code: string;
  paymentType: string;
  /** The response to placing the order. */
  answer: CheckoutAnswer | undefined;
  action: string;
  form: RefObject<HTMLFormElement>;
}

/**
 * The coupon of a checkout. The server applies it. It is deselected when the code or the payment type changes, or
 * when the server rejects the order because of it.
 */
export function useCoupon({ initial, note, errors, code, paymentType, answer, action, form }: CouponState) {
  const fetcher = useFetcher<CheckoutAnswer>();
  const [coupon, setCoupon] = useState(initial);
  const [said, setSaid] = useState<{ note?: string; errors?: string[] }>({ note, errors });
  const handled = useRef<unknown>();

  const apply = useCallback(() => {
    if (!form.current) return;
    const body = new FormData(form.current);
    body.set("intent", "apply-coupon");
    body.set("with", "script");
    fetcher.submit(body, { method: "post", action });
  }, [fetcher.submit, action, form]);

  useEffect(() => {
    const { data } = fetcher;
    if (fetcher.state !== "idle" || !data || handled.current === data) return;
    handled.current = data;
    setSaid({ errors: data.result?.error?.coupon ?? data.result?.error?.[""] ?? undefined });
    if (!data.coupon) return;
    setCoupon(data.coupon);
    showToast("success", COUPON_APPLIED, { subject: "coupon" });
  }, [fetcher]);

  // A response concerns only the coupon applied before it, so compare each response once.
  const [answered, setAnswered] = useState(answer);
  const refused = answer !== answered && refusesCoupon(answer);
  const gone = coupon !== null && (isDeselected(coupon, code, paymentType) || refused);
  useEffect(() => {
    setAnswered(answer);
    if (!gone) return;
    setCoupon(null);
    // When the coupon itself was rejected, its field shows the reason.
    const why = refused ? answer?.result?.error?.couponCode : null;
    setSaid({ errors: why ?? undefined });
    if (!why) showToast("info", COUPON_DESELECTED, { subject: "coupon" });
  }, [gone, refused, answer]);

  // Clear messages about the previous code.
  const about = useRef(code);
  useEffect(() => {
    if (about.current !== code) setSaid({});
    about.current = code;
  }, [code]);

  return { coupon: gone ? null : coupon, apply, pending: fetcher.state !== "idle", ...said };
}
