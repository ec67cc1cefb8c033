/** Tells a new account's zone, as the browser has it. Without script the network's is taken (rules.md pages/dates). */
export const BrowserZone = () => (
  <input
    type="hidden"
    name="timeZone"
    ref={(input) => {
      if (input) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    }}
  />
);
