/** Where the page's own script notes each control that somebody used before the modules were there, with its value. */
type WithEarlyInput = Window & { earlyInput?: Map<EventTarget, string | undefined> };
/** What React keeps at a control: the value that it saw last. */
type Tracked = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };

/**
 * Tells the page what was typed or chosen before its script came: React listens from then on, and takes what it finds
 * for what it sent. Values that the browser itself brought back after Back or a reload are nobody's wish and stay untold.
 */
export function replayEarlyInput() {
  const { earlyInput } = window as WithEarlyInput;
  delete (window as WithEarlyInput).earlyInput;
  for (const [control, typed] of earlyInput ?? []) {
    if (!(control instanceof HTMLElement) || !control.isConnected) continue;
    const input = control as Tracked;
    // React 18 sets a box that came with text back to it.
    if (control instanceof HTMLTextAreaElement && typed !== undefined) control.value = typed;
    const ticked = input.type === "checkbox" || input.type === "radio";
    // Any value but the one it has: React passes on what differs from what it saw.
    input._valueTracker?.setValue(ticked ? String(!input.checked) : `${input.value} `);
    // No mouse event: a tick is told of, and not turned.
    for (const type of ticked ? ["click", "input"] : ["input", "change"])
      control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
