import { useFetcher } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { COUPON_APPLIED, COUPON_DESELECTED } from "~/domain/coupons/couponTexts";
import { type FormCoupon, isDeselected } from "~/domain/coupons/formCoupon";
import { showToast } from "~/ui/feedback/showToast";
import type { PlaceAnswer } from "./usePayment";

/** What the checkout's action answers to Apply. */
interface ApplyAnswer {
  coupon?: FormCoupon;
  result?: { error?: Record<string, string[] | null> | null };
}

/** Whether an order was refused for its coupon, or for a price that the coupon is part of. */
export const refusesCoupon = (answer: PlaceAnswer | undefined) =>
  Boolean(answer && !answer.order && (answer.result?.error?.couponCode || answer.details));

interface CouponState {
  /** Applied already: by a link, or without script. */
  initial: FormCoupon | null;
  note?: string;
  errors?: string[];
  /** What the form says now. */
  code: string;
  paymentType: string;
  /** The answer to a placed order. */
  answer: PlaceAnswer | undefined;
  action: string;
  form: RefObject<HTMLFormElement>;
}

/**
 * The coupon of a checkout: applied by asking the server, deselected when the code or the payment type changes, and
 * when the server refuses the order for it.
 */
export function useCoupon({ initial, note, errors, code, paymentType, answer, action, form }: CouponState) {
  const fetcher = useFetcher<ApplyAnswer>();
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
    showToast("success", COUPON_APPLIED);
  }, [fetcher]);

  // An answer speaks of the coupon of its own time: one that is applied afterwards is none of its business.
  const [answered, setAnswered] = useState(answer);
  const refused = answer !== answered && refusesCoupon(answer);
  const gone = coupon !== null && (isDeselected(coupon, code, paymentType) || refused);
  useEffect(() => {
    setAnswered(answer);
    if (!gone) return;
    setCoupon(null);
    // Refused for the coupon itself, its field says why.
    const why = refused ? answer?.result?.error?.couponCode : null;
    setSaid({ errors: why ?? undefined });
    if (!why) showToast("info", COUPON_DESELECTED);
  }, [gone, refused, answer]);

  // What was said of another code is over.
  const about = useRef(code);
  useEffect(() => {
    if (about.current !== code) setSaid({});
    about.current = code;
  }, [code]);

  return { coupon: gone ? null : coupon, apply, pending: fetcher.state !== "idle", ...said };
}
