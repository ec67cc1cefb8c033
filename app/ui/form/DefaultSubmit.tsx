/**
 * Makes Enter in a text field use the main submit button when others precede it (steppers, Apply coupon, Move up).
 * Must be the form's first child. `name` and `value` identify it to the action.
 */
export function DefaultSubmit({ name, value }: { name?: string; value?: string }) {
  // `hidden` removes it from view and tab order. Browsers still use it as the form's default button.
  return (
    <button type="submit" hidden name={name} value={value}>
      Submit
    </button>
  );
}
