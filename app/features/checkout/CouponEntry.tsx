import { type FormEvent, useEffect, useRef } from "react";
import type { FormCoupon } from "~/domain/coupons/formCoupon";
import { formatCents } from "~/format/money";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";

interface CouponEntryProps {
  applied: FormCoupon | null;
  /** The initial value of the field. */
  typed: string;
  /** True while the field is empty. */
  empty: boolean;
  /** The order exists, so coupons can no longer be applied. */
  closed: boolean;
  pending: boolean;
  errors?: string[];
  note?: string;
  apply(): void;
}

/** The coupon field. Without script, Apply submits the form and the page returns with the discount. */
export function CouponEntry({ applied, typed, empty, closed, pending, errors, note, apply }: CouponEntryProps) {
  const hydrated = useHydrated();
  const off = hydrated && (empty || applied !== null || closed);
  const entry = useRef<HTMLDivElement>(null);
  // On phones the bar with the total covers the error below the field.
  useEffect(() => {
    if (errors?.length) entry.current?.scrollIntoView({ block: "center" });
  }, [errors]);
  return (
    <div className="coupon-entry" ref={entry}>
      <div className="field-and-button">
        <TextField
          name="coupon"
          label="Coupon code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          className="in-capitals"
          readOnly={closed}
          defaultValue={typed}
          errors={errors}
          onInput={capitals}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (!off && !pending) apply();
          }}
        />
        <SubmitButton
          name="intent"
          value="apply-coupon"
          variant="outline"
          formNoValidate
          off={off}
          pending={pending}
          onClick={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          Apply
        </SubmitButton>
      </div>
      <p className="small" role="status">
        {applied ? (
          <span className="saved" translate="no">
            {applied.code}: {applied.type === "FIXED" ? formatCents(applied.discount) : `${applied.discount}%`} off.
          </span>
        ) : null}{" "}
        {note}
      </p>
    </div>
  );
}

/** Codes are upper case. Keeps the caret position. */
function capitals(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  const at = input.selectionStart;
  input.value = upper;
  input.setSelectionRange(at, at);
}
