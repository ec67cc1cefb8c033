/**
 * First child of a form that has other submit buttons before its main one (steppers, Apply coupon, Move up): makes
 * Enter in a text field use the main one. `name` and `value` identify it to the action.
 */
export function DefaultSubmit({ name, value }: { name?: string; value?: string }) {
  // `hidden` removes it from view and tab order. Browsers still use it as the form's default button.
  return (
    <button type="submit" hidden name={name} value={value}>
      Submit
    </button>
  );
}
