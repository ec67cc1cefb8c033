/**
 * First child of a form that has other submit buttons before its own (steppers, Apply coupon, Move up): Enter in a text
 * field then means this one. `name` and `value` say so where the action must know.
 */
export function DefaultSubmit({ name, value }: { name?: string; value?: string }) {
  // `hidden` keeps it from sight and from the keyboard; browsers still take it as the form's default.
  return (
    <button type="submit" hidden name={name} value={value}>
      Submit
    </button>
  );
}
