import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import type { CheckoutAnswer } from "./usePayment";

/**
 * Submits the checkout again after a buyer who pressed Pay has signed in or up in the dialog over it, so that the
 * payment continues (rules.md checkout/resume). The card stays in its field: the page was never left.
 */
export function useResumedPayment(
  form: RefObject<HTMLFormElement>,
  answer: CheckoutAnswer | undefined,
  signedIn: boolean,
) {
  const open = /\/sign-(in|up)$/.test(useLocation().pathname);
  const [step, setStep] = useState<"none" | "asked" | "open" | "resume">("none");
  useEffect(() => {
    if (answer?.signIn) setStep("asked");
  }, [answer]);
  useEffect(() => {
    if (open) setStep((now) => (now === "asked" ? "open" : now));
    else setStep((now) => (now !== "open" ? now : signedIn ? "resume" : "none"));
  }, [open, signedIn]);
  // One render later, when the form has been read with the buyer's own details.
  useEffect(() => {
    if (step !== "resume") return;
    setStep("none");
    form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>("[name=intent][value=order]"));
  }, [step, form]);
}
