interface KeysOptions {
  /** The signed-in person's id. */
  me: string;
  navigate(href: string): void;
  /** Opens the list of keys. */
  help(): void;
}

/** Ms in which a second key follows 'g'. */
const SEQUENCE_MS = 1500;

/** The menu items that a key after 'g' opens. */
const places: Record<string, string> = { o: "/orders", c: "/clients", s: "/services", w: "/work", i: "/inbox" };

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const findSelect = (selector: string) => {
  const found = find(selector);
  return found instanceof HTMLSelectElement ? found : null;
};
/** False, and the field as it was, without such an option: a select without a value would unassign the order. */
function choose(select: HTMLSelectElement, value: string): boolean {
  if (![...select.options].some((option) => option.value === value)) return false;
  select.value = value;
  return true;
}
/** The rows of a list, and the conversations of the inbox. */
const rows = () =>
  [...document.querySelectorAll("#main .table tbody tr, #main .inbox-list li")].filter((row) => linkOf(row));
const linkOf = (row: Element | undefined) => row?.querySelector<HTMLAnchorElement>(".row-link, .inbox-thread") ?? null;
const boxOf = (row: Element | undefined) => row?.querySelector<HTMLInputElement>("input[type=checkbox]") ?? null;

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;

/**
 * The button that Ctrl+Enter presses for a field: the nearest one that sends its form, of several the one without a
 * name.
 */
function buttonFor(field: Element, form: HTMLFormElement): HTMLButtonElement | undefined {
  for (let box: Element | null = field; box && form.contains(box); box = box.parentElement) {
    const buttons = [...box.querySelectorAll<HTMLButtonElement>("button[type=submit]:not([formaction])")];
    if (buttons.length === 0) continue;
    // Of many changes with a field each, none is meant more than another.
    return buttons.findLast(({ name }) => !name) ?? (buttons.length <= 2 ? buttons[0] : undefined);
  }
}

/** The composer of the thread that is shown. */
const composer = () => find("#messages .talk-composer:not([hidden]) textarea");

/**
 * Runs a link or button for each key of staff. Every key has a control on the page that does the same. Fields, open
 * dialogs and combinations with Ctrl, Alt or Meta keep their keys, but Ctrl+Enter and Esc. Returns a function that ends
 * it.
 */
export function listenToKeys({ me, navigate, help }: KeysOptions): () => void {
  let goUntil = 0;
  let stopWaiting = () => {};
  /** Where the row was that last had the focus: it may leave the list with what is done to it. */
  let place = { list: "", index: 0 };

  const list = () => location.pathname + location.search;
  const current = () => rows().find((row) => row.contains(document.activeElement));
  const notePlace = () => {
    const index = rows().findIndex((row) => row.contains(document.activeElement));
    if (index >= 0) place = { list: list(), index };
  };
  /** The row at a place of the list, or the last one before it. */
  const rowLink = (index: number) => linkOf(rows()[Math.min(Math.max(index, 0), rows().length - 1)]);
  const rowInPlace = () => (place.list === list() ? rowLink(place.index) : null);

  /** Does something with a control as soon as it is there, unless another key is pressed before. */
  function once<Found>(look: () => Found | null | undefined, act: (found: Found) => void) {
    stopWaiting();
    const observer = new MutationObserver(() => tryIt());
    const tryIt = () => {
      const found = look();
      if (!found) return false;
      stopWaiting();
      act(found);
      return true;
    };
    stopWaiting = () => observer.disconnect();
    if (!tryIt()) observer.observe(document.body, { childList: true, subtree: true });
  }
  const focusOnce = (look: () => HTMLElement | null | undefined) => once(look, (control) => control.focus());
  /** After a change in the list, which draws the pressed control again or not: the row in the place of the last one. */
  const keepPlace = (control: Pick<Node, "isConnected">) =>
    focusOnce(() => (control.isConnected ? null : rowInPlace()));

  const move = (step: number) => {
    const row = current();
    if (row) rowLink(rows().indexOf(row) + step)?.focus();
    else (rowInPlace() ?? rowLink(0))?.focus();
  };
  const tick = () => boxOf(current())?.click();
  const hasBoxes = () => Boolean(find("#main .table-select"));
  /** The rows that a change applies to: the ticked ones, else the focused one. */
  const withSelection = (work: () => void) => {
    if (!find(".table input[type=checkbox]:checked, input[name=all]:checked")) tick();
    // The bar shows its fields once something is ticked.
    if (find(".table input[type=checkbox]:checked, input[name=all]:checked")) setTimeout(work);
  };

  /** The order that is open, as a page or a conversation, or whose row has the focus. */
  const order = () => {
    const open = /^\/(orders|inbox)\/(?!new$)([^/]+)$/;
    const url = open.test(location.pathname)
      ? new URL(location.href)
      : new URL(linkOf(current())?.href ?? "/", location.href);
    const [, kind, id] = open.exec(url.pathname) ?? [];
    if (!kind) return null;
    url.pathname = `/orders/${id}`;
    // An inbox's tab is none of the order's page.
    if (kind === "inbox") url.search = "";
    url.hash = "";
    return url;
  };
  /** Opens the order's page, or one below it, and then uses a control of it. */
  function openOrder<Found>(
    below: string,
    look?: () => Found | null | undefined,
    act: (found: Found) => void = () => {},
  ) {
    const url = order();
    if (!url) return;
    url.pathname += below;
    navigate(url.pathname + url.search);
    if (look) once(() => (location.pathname === url.pathname ? look() : null), act);
  }
  /** A field of the order's form, or of the bar for the selected rows. */
  const chooseIn = (ofOrder: string, ofBar: string) => {
    const single = find(ofOrder);
    if (single) single.focus();
    else if (hasBoxes()) withSelection(() => find(ofBar)?.focus());
    else
      openOrder(
        "",
        () => find(ofOrder),
        (field) => field.focus(),
      );
  };

  const assignToMe = () => {
    const ofOrder = () => findSelect("#order select[name=assignedToId]");
    const assign = (select: HTMLSelectElement) => (choose(select, me) ? select.form?.requestSubmit() : undefined);
    const single = ofOrder();
    const take = current()?.querySelector<HTMLElement>("button[name=order]");
    if (single) return assign(single);
    if (take) {
      take.click();
      return keepPlace(take);
    }
    // A conversation has no form of its order.
    if (!hasBoxes()) return current()?.matches("tr") ? undefined : openOrder("", ofOrder, assign);
    withSelection(() => {
      const select = findSelect("select[name=assignTo]");
      if (!select || !choose(select, me)) return;
      select.form?.querySelector<HTMLButtonElement>("button[name=change][value=assign]")?.click();
      keepPlace(select);
    });
  };
  const changeDue = () => {
    if (find("#order")) find('#manage a[href*="/deadline"]')?.click();
    else if (hasBoxes()) withSelection(() => find("[name=dueOn]")?.focus());
    else openOrder("/deadline");
  };
  const reply = () => {
    const field = composer();
    if (field) return field.focus();
    const url = order();
    if (!url) return;
    // The history has no messages.
    url.searchParams.delete("tab");
    navigate(`${url.pathname}${url.search}#messages`);
    once(
      () => (location.pathname === url.pathname ? composer() : null),
      (found) => found.focus(),
    );
  };

  const actions: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    x: tick,
    X: () => find(".status-bar-selection button")?.click(),
    a: assignToMe,
    s: () => chooseIn("#order select[name=status]", "select[name=newStatus]"),
    z: () => chooseIn("#order [name=snoozeDay]", "[name=snoozeUntil]"),
    d: changeDue,
    e: () => openOrder("/deliver"),
    r: reply,
    c: () => find("#main button[name=change][value=resolve]")?.click(),
    n: () => find("#main a[rel=next]")?.click(),
    p: () => find("#main a[rel=prev]")?.click(),
    "/": () => find("#main form[role=search] input:not([type=hidden], [type=checkbox])")?.focus(),
    "?": help,
  };

  /** Sends the form of a field. The page then has the focus again, so that the next key is one of these. */
  const send = (field: Element, next: boolean) => {
    const form = field.closest("form");
    const button = form && (next ? form.querySelector<HTMLElement>("button[name=goTo]") : buttonFor(field, form));
    if (form?.method !== "post" || !button) return false;
    button.click();
    // Behind a dialog may be the list again, which it was opened from.
    if (form.closest("dialog")) focusOnce(() => (find("dialog[open]") ? null : rowInPlace()));
    else if (hasBoxes()) keepPlace(button);
    else find("#main")?.focus({ preventScroll: true });
    return true;
  };
  const leave = (field: Element) => {
    // Whatever handles the key itself has moved the focus, or has a list to close.
    if (field !== document.activeElement || field.role === "combobox" || find("dialog[open]")) return false;
    (rowInPlace() ?? find("#main"))?.focus({ preventScroll: true });
    return true;
  };

  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    // Esc and Enter end a composition.
    if (event.isComposing) return;
    stopWaiting();
    if (event.altKey || !(target instanceof Element)) return;
    // An editor takes Esc for itself.
    const leaves =
      key === "Escape" && isTyping(target) && (!event.defaultPrevented || target.matches("[contenteditable]"));
    if (leaves && leave(target)) return event.preventDefault();
    if (event.defaultPrevented) return;
    const isCombined = event.ctrlKey || event.metaKey;
    if (isCombined && key === "Enter" && send(target, event.shiftKey)) return event.preventDefault();
    if (isCombined) return;
    if (isTyping(target) || find("dialog[open]")) return;
    const to = Date.now() < goUntil ? places[key] : undefined;
    goUntil = key === "g" ? Date.now() + SEQUENCE_MS : 0;
    const act = to ? () => find(`.main-menu a[href="${to}"]`)?.click() : actions[key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", press);
  document.addEventListener("focusin", notePlace);
  return () => {
    stopWaiting();
    document.removeEventListener("keydown", press);
    document.removeEventListener("focusin", notePlace);
  };
}
