import { addStylesheet } from "./stylesheet";

/** The payment that an elements group is for, before there is an intent, as far as a shop with cards needs it. */
export interface GroupOptions {
  mode?: "payment" | "setup" | "subscription";
  amount?: number;
  currency?: string;
  setupFutureUsage?: "off_session" | "on_session" | null;
  allowedPaymentMethodTypes?: string[];
}

type EventName = "ready" | "click" | "confirm" | "cancel" | "loaderror" | "focus" | "blur" | "escape";
type Listener = (event: never) => void;

/** Stripe closes the sheet when a click is not answered within a second. */
const CLICK_MS = 1000;

/**
 * The express checkout element, with one button of the sandbox's own kind in place of the wallets. Its sheet opens and
 * confirms in one step, with the test card.
 */
export class ExpressCheckoutElement {
  private readonly root = document.createElement("div");
  private readonly button = document.createElement("button");
  private readonly listeners = new Map<EventName, Set<Listener>>();

  constructor() {
    addStylesheet();
    this.root.className = "StripeExpress";
    this.button.type = "button";
    this.button.textContent = "Pay with Sandbox Pay";
    this.button.addEventListener("click", () => this.press());
    this.root.replaceChildren(this.button);
  }

  mount(target: string | HTMLElement): void {
    const place = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
    if (!place) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
    place.replaceChildren(this.root);
    queueMicrotask(() =>
      this.emit("ready", { elementType: "expressCheckout", availablePaymentMethods: { link: true } }),
    );
  }

  unmount(): void {
    this.root.remove();
  }

  destroy(): void {
    this.unmount();
    this.listeners.clear();
  }

  update(): void {}

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

  private press(): void {
    let answered = false;
    const once = (work: () => void) => () => {
      if (answered) return;
      answered = true;
      clearTimeout(late);
      work();
    };
    const cancel = once(() => this.emit("cancel", { elementType: "expressCheckout" }));
    const late = setTimeout(cancel, CLICK_MS);
    this.emit("click", {
      elementType: "expressCheckout",
      expressPaymentType: "link",
      resolve: once(() => this.confirm()),
      reject: cancel,
    });
  }

  private confirm(): void {
    this.button.disabled = true;
    const open = () => {
      this.button.disabled = false;
    };
    this.emit("confirm", { elementType: "expressCheckout", expressPaymentType: "link", paymentFailed: open });
  }

  private emit(name: EventName, event: object): void {
    for (const listener of this.listeners.get(name) ?? []) listener(event as never);
  }
}
