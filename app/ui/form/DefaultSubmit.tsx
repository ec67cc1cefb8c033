/**
 * Makes Enter in a text field use the main submit button when others precede it (steppers, Apply coupon, Move up).
 * Must be the form's first button. `name` and `value` identify it to the action, `form` its form when outside.
 */
export function DefaultSubmit({ name, value, form }: { name?: string; value?: string; form?: string }) {
  // `hidden` removes it from view and tab order. Browsers still use it as the form's default button.
  return (
    <button type="submit" hidden name={name} value={value} form={form}>
      Submit
    </button>
  );
}
