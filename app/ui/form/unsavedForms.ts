import { matchRoutes } from "@remix-run/react";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { paths } from "~/paths";
import { currentRouter } from "~/remixInternals";

interface Place {
  /** The path of the route that renders the form. */
  path: string;
  /** True when the form stays at this query of its path. */
  stays(search: URLSearchParams): boolean;
}

interface GuardedForm extends Place {
  /** What was loaded or saved last; unset until the form is used. */
  stored?: string;
  /** What was posted, until its answer is known. */
  sent?: string;
}

const guarded = new Map<HTMLFormElement, GuardedForm>();
/** The form whose submit event is under way. */
let submitting: HTMLFormElement | null = null;
/** Set while the portal itself opens another page. */
let leaving = false;

/** Guards a form's input until the result is called. */
export function guardForm(form: HTMLFormElement, place: Place) {
  guarded.set(form, { ...place });
  return () => void guarded.delete(form);
}

/** After a post of the page: whatever this form had posted is saved, or is unsaved input again. */
export function endPost(form: HTMLFormElement, saved: boolean) {
  const entry = guarded.get(form);
  if (!entry) return;
  if (saved && entry.sent !== undefined) entry.stored = entry.sent;
  entry.sent = undefined;
}

/** What a form holds now is kept elsewhere, such as in a draft on the server. */
export function noteSaved(form: HTMLFormElement) {
  const entry = guarded.get(form);
  if (entry) entry.stored = valuesOf(form);
}

/** Opens a page without asking, because the session or the work behind this one has ended. */
export function navigateWithoutAsking(href: string) {
  leaving = true;
  location.assign(href);
}

type Address = { pathname: string; search: string };

/**
 * True when a navigation would lose unsaved input. A post is not asked about, nor is the sign-in: a session has ended,
 * or the checkout has saved its choices with the mailed link.
 */
export function losesInput(from: Address, to: Address): boolean {
  const posted = submitting && guarded.get(submitting);
  if (posted) posted.sent = valuesOf(submitting!);
  if (submitting || to.pathname.startsWith(paths.signIn())) return false;
  const staying = stayingPaths(from.pathname, to.pathname);
  const query = new URLSearchParams(to.search);
  return unsaved().some(({ path, stays }) => !staying.has(path) || (from.search !== to.search && !stays(query)));
}

/** Forgets the unsaved input of the page. */
export function discardInput() {
  for (const [form, entry] of guarded) if (entry.stored !== undefined) entry.stored = valuesOf(form);
}

/** Notices which forms are used, and asks before the browser leaves the page. Returns its end. */
export function watchForms() {
  addEventListener("submit", noteSubmit, true);
  addEventListener("submit", endSubmit);
  for (const type of USES) addEventListener(type, noteUse, true);
  addEventListener("beforeunload", askBrowser);
  return () => {
    removeEventListener("submit", noteSubmit, true);
    removeEventListener("submit", endSubmit);
    for (const type of USES) removeEventListener(type, noteUse, true);
    removeEventListener("beforeunload", askBrowser);
  };
}

/** A click may add or move a row. */
const USES = ["input", "change", "click", "pointerdown"];

function noteUse({ target }: Event) {
  if (!(target instanceof Element)) return;
  // A download has left the page open.
  leaving = false;
  const form = (target as HTMLInputElement).form ?? target.closest("form");
  const entry = form && guarded.get(form);
  // The attributes still hold what was loaded, although the field has already changed.
  if (entry) entry.stored ??= valuesOf(form, true);
}

function noteSubmit({ target, submitter }: SubmitEvent) {
  submitting = submitter?.getAttribute("name") === "__intent__" ? null : (target as HTMLFormElement);
}

function endSubmit() {
  submitting = null;
}

function askBrowser(event: BeforeUnloadEvent) {
  if (!leaving && unsaved().length > 0) event.preventDefault();
}

const unsaved = () =>
  [...guarded].flatMap(([form, entry]) => {
    // What was posted for good is shown disabled.
    if (entry.stored === undefined || form.querySelector("fieldset:disabled")) return [];
    const values = valuesOf(form);
    return values === entry.stored || values === entry.sent ? [] : [entry];
  });

/** The paths of the routes that stay mounted, such as the page below a dialog. */
function stayingPaths(from: string, to: string) {
  const at = (path: string) => matchRoutes(currentRouter()!.routes as never, path) ?? [];
  const next = new Map(at(to).map((match) => [match.route.id, match.pathname]));
  const staying = at(from).filter(({ route, pathname }) => route.path && next.get(route.id) === pathname);
  return new Set(staying.map(({ pathname }) => pathname));
}

const IDENTITY = [FORM_KEY, FORM_OWNER, "version", "key"];

/** What a form holds or, with `loaded`, what it was loaded with. Empty fields and hidden ones do not count. */
function valuesOf(form: HTMLFormElement, loaded = false): string {
  return [...form.elements]
    .flatMap((element): string[] => {
      const control = element as HTMLInputElement;
      const hidden = control.type === "hidden" && !control.closest(".upload");
      if (!control.name || hidden || IDENTITY.includes(control.name) || control.tagName === "BUTTON") return [];
      const values = currentValues(control, loaded).filter((value) => value !== "");
      return values.map((value) => `${control.name}=${value.replaceAll("\r\n", "\n")}`);
    })
    .join("\0");
}

function currentValues(control: HTMLInputElement | HTMLSelectElement, loaded: boolean): string[] {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const initial = options.filter(({ defaultSelected }) => defaultSelected);
    return (loaded && initial.length > 0 ? initial : options.filter(({ selected }) => selected)).map(
      ({ value }) => value,
    );
  }
  if (control.type === "checkbox" || control.type === "radio")
    return (loaded ? control.defaultChecked : control.checked) ? [control.value] : [];
  if (control.type === "file") return loaded ? [] : [...(control.files ?? [])].map(({ name }) => name);
  return [loaded ? control.defaultValue : control.value];
}
