const css = `
.StripeElement { display: flex; flex-wrap: wrap; gap: .5rem .75rem; font: inherit; }
.StripeElement .StripeField { display: flex; flex-direction: column; flex: 1 1 5.5rem; min-width: 0; gap: .15rem; }
.StripeElement .StripeField--number { flex-basis: 100%; }
.StripeElement label { font-size: .8125em; color: inherit; opacity: .85; }
.StripeElement input { box-sizing: border-box; width: 100%; min-height: 40px; padding: .45rem .6rem; font: inherit; font-variant-numeric: tabular-nums; color: inherit; background: transparent; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); border-radius: .375rem; }
.StripeElement input:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; }
.StripeElement input[aria-invalid=true] { border-color: #ce2c31; border-width: 2px; }
@media (pointer: coarse) { .StripeElement input { min-height: 44px; } }
.StripeExpress button { display: block; width: 100%; min-height: 44px; font: inherit; font-weight: 600; color: #fff; background: #1c2024; border: 1px solid #60646c; border-radius: .375rem; cursor: pointer; }
.StripeExpress button:focus-visible { outline: 3px solid #3e63dd; outline-offset: 2px; }
.StripeExpress button:disabled { opacity: .6; cursor: default; }
.StripeAuthentication { box-sizing: border-box; color-scheme: light dark; background: Canvas; color: CanvasText; border: 1px solid GrayText; border-radius: .75rem; padding: 1.25rem; width: min(26rem, calc(100vw - 2rem)); font: 1rem/1.5 system-ui, sans-serif; }
.StripeAuthentication::backdrop { background: rgb(0 0 0 / .5); }
.StripeAuthentication h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
.StripeAuthentication p { margin: 0 0 .75rem; }
.StripeAuthentication button { display: block; width: 100%; min-height: 44px; margin-top: .6rem; font: inherit; font-weight: 600; border-radius: .375rem; border: 1px solid GrayText; background: Canvas; color: CanvasText; cursor: pointer; }
.StripeAuthentication button:first-of-type { background: #3e63dd; border-color: #3e63dd; color: #fff; }
.StripeAuthentication button:focus-visible { outline: 3px solid #3e63dd; outline-offset: 2px; }
`;

let added = false;

/** Adds the sandbox's styles once, as a constructed stylesheet, which needs no content security policy entry. */
export function addStylesheet(): void {
  if (added) return;
  added = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
