import {
  brandOf,
  cvcError,
  expiryError,
  numberError,
  postalError,
  spacedExpiry,
  spacedNumber,
  type ValidationError,
} from "./cardChecks";
import { type CardField, cardField, digitsOf } from "./cardField";
import { addStylesheet } from "./stylesheet";

export interface CardOptions {
  hidePostalCode?: boolean;
  disabled?: boolean;
  classes?: { base?: string; focus?: string; invalid?: string; complete?: string; empty?: string };
}

export interface TypedCard {
  number: string;
  cvc: string;
  exp_month: string;
  exp_year: string;
}

type EventName = "ready" | "change" | "focus" | "blur" | "escape" | "loaderror";
type Listener = (event: object) => void;

let count = 0;

/** The card element: number, expiry, CVC and optionally the postal code, as inputs of the page. */
export class CardElement {
  readonly fields: CardField[];
  private readonly root = document.createElement("div");
  private readonly listeners = new Map<EventName, Set<Listener>>();
  private readonly number: CardField;
  private readonly expiry: CardField;
  private readonly cvc: CardField;
  private readonly postal: CardField | undefined;
  private readonly touched = new Set<CardField>();
  private destroyed = false;

  constructor(private options: CardOptions) {
    addStylesheet();
    count += 1;
    const elementId = `stripe-card-${count}`;
    this.number = cardField({
      name: "number",
      label: "Card number",
      autocomplete: "cc-number",
      placeholder: "1234 1234 1234 1234",
      maxLength: 23,
      elementId,
      spaced: spacedNumber,
      check: numberError,
    });
    this.expiry = cardField({
      name: "expiry",
      label: "Expiry",
      autocomplete: "cc-exp",
      placeholder: "MM / YY",
      maxLength: 7,
      elementId,
      spaced: spacedExpiry,
      check: (digits) => expiryError(digits, new Date()),
    });
    this.cvc = cardField({
      name: "cvc",
      label: "CVC",
      autocomplete: "cc-csc",
      placeholder: "CVC",
      maxLength: 4,
      elementId,
      spaced: (digits) => digits.slice(0, 4),
      check: (digits) => cvcError(digits, digitsOf(this.number.input.value)),
    });
    this.postal = options.hidePostalCode
      ? undefined
      : cardField({
          name: "postal",
          label: "ZIP",
          autocomplete: "postal-code",
          placeholder: "ZIP",
          maxLength: 12,
          elementId,
          check: postalError,
        });
    this.fields = [this.number, this.expiry, this.cvc, ...(this.postal ? [this.postal] : [])];
    this.root.replaceChildren(...this.fields.map((field) => field.wrapper));
    for (const field of this.fields) this.listen(field);
    this.disable(options.disabled ?? false);
  }

  /** Mounts the inputs in the element (or selector) and fires 'ready'. */
  mount(target: string | HTMLElement): void {
    if (this.destroyed) throw new Error("This Element has already been destroyed. Please create a new one.");
    const place = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
    if (!place)
      throw new Error(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      );
    place.replaceChildren(this.root);
    this.paint();
    queueMicrotask(() => this.emit("ready", { elementType: "card" }));
  }

  unmount(): void {
    this.root.remove();
  }

  destroy(): void {
    this.unmount();
    this.clear();
    this.destroyed = true;
  }

  clear(): void {
    for (const field of this.fields) field.input.value = "";
    this.touched.clear();
    this.changed();
  }

  focus(): void {
    this.number.input.focus();
  }

  blur(): void {
    for (const field of this.fields) field.input.blur();
  }

  update(options: CardOptions): void {
    this.options = { ...this.options, ...options };
    if (options.disabled !== undefined) this.disable(options.disabled);
    this.paint();
  }

  on(name: EventName, listener: Listener): this {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return this;
  }

  off(name: EventName, listener?: Listener): this {
    if (listener) this.listeners.get(name)?.delete(listener);
    else this.listeners.delete(name);
    return this;
  }

  once(name: EventName, listener: Listener): this {
    const once: Listener = (event) => {
      this.off(name, once);
      listener(event);
    };
    return this.on(name, once);
  }

  /** Returns the typed card, or shows and focuses the first error. */
  read():
    | { card: TypedCard; postalCode?: string; error?: undefined }
    | { card?: undefined; postalCode?: undefined; error: ValidationError } {
    for (const field of this.fields) this.touched.add(field);
    const wrong = this.fields.find((field) => field.check());
    this.paint();
    const error = wrong?.check();
    if (wrong && error) {
      wrong.input.focus();
      return { error };
    }
    const expiry = digitsOf(this.expiry.input.value);
    return {
      card: {
        number: digitsOf(this.number.input.value),
        cvc: digitsOf(this.cvc.input.value),
        exp_month: expiry.slice(0, 2),
        exp_year: `20${expiry.slice(2)}`,
      },
      ...(this.postal ? { postalCode: this.postal.input.value.trim() } : {}),
    };
  }

  private listen(field: CardField): void {
    field.input.addEventListener("input", () => this.changed());
    field.input.addEventListener("focus", () => {
      this.paint();
      this.emit("focus", { elementType: "card" });
    });
    field.input.addEventListener("blur", () => {
      // Leaving a field marks it as touched. Its errors are shown from then on.
      if (field.input.value && !this.touched.has(field)) {
        this.touched.add(field);
        this.changed();
      } else this.paint();
      this.emit("blur", { elementType: "card" });
    });
    field.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.emit("escape", { elementType: "card" });
    });
  }

  private disable(disabled: boolean): void {
    for (const field of this.fields) field.input.disabled = disabled;
  }

  private changed(): void {
    const shown = this.paint();
    this.emit("change", {
      elementType: "card",
      empty: this.empty,
      complete: this.complete,
      brand: brandOf(digitsOf(this.number.input.value)),
      value: { postalCode: this.postal?.input.value ?? "" },
      error: shown,
    });
  }

  private get empty(): boolean {
    return this.fields.every((field) => field.input.value === "");
  }

  private get complete(): boolean {
    return this.fields.every((field) => !field.check());
  }

  /**
   * Marks the first wrong field: a touched one, or a complete but wrong value. The page writes the text, like next to
   * Stripe's element.
   */
  private paint(): ValidationError | undefined {
    const shown = this.fields.find((field) => {
      const error = field.check();
      return error && (this.touched.has(field) || !error.code.startsWith("incomplete"));
    });
    const error = shown?.check();
    for (const field of this.fields) field.input.setAttribute("aria-invalid", String(field === shown));
    this.paintClasses(Boolean(error));
    return error;
  }

  private paintClasses(invalid: boolean): void {
    const names = {
      base: "StripeElement",
      focus: "StripeElement--focus",
      invalid: "StripeElement--invalid",
      complete: "StripeElement--complete",
      empty: "StripeElement--empty",
      ...this.options.classes,
    };
    const focused = this.root.contains(document.activeElement);
    const classes = [
      "StripeElement",
      names.base,
      focused && names.focus,
      invalid && names.invalid,
      this.complete && names.complete,
      this.empty && names.empty,
    ];
    this.root.className = [...new Set(classes.filter(Boolean))].join(" ");
  }

  private emit(name: EventName, event: object): void {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }
}
