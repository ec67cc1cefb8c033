/** An inline script collects controls used before hydration, with their values. */
type WithEarlyInput = Window & { earlyInput?: Map<EventTarget, string | undefined> };
/** React's record of the value it last saw. */
type Tracked = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };

/**
 * Replays input from before hydration as events, because React treats the values it finds at hydration as its own.
 * Values that the browser restored after Back or a reload are not replayed.
 */
export function replayEarlyInput() {
  const { earlyInput } = window as WithEarlyInput;
  delete (window as WithEarlyInput).earlyInput;
  for (const [control, typed] of earlyInput ?? []) {
    if (!(control instanceof HTMLElement) || !control.isConnected) continue;
    const input = control as Tracked;
    // React 18 resets a textarea to its initial text when it hydrates.
    if (control instanceof HTMLTextAreaElement && typed !== undefined) control.value = typed;
    const ticked = input.type === "checkbox" || input.type === "radio";
    // Any other value works: React only reports changes from the value it saw.
    input._valueTracker?.setValue(ticked ? String(!input.checked) : `${input.value} `);
    // A plain Event instead of a MouseEvent, so a checkbox reports its state without toggling.
    for (const type of ticked ? ["click", "input"] : ["input", "change"])
      control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
