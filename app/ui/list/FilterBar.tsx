import { Form, Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { MORE_FILTERS, showsMoreFilters, usesFilters } from "~/list/moreFilters";
import { buttonClass } from "../form/buttonClass";
import { DefaultSubmit } from "../form/DefaultSubmit";
import { Icon } from "../icon/Icon";

const debounceMs = 500;
/** The id of the form, for buttons outside of it. */
export const FILTER_FORM = "filters";

type FilterBarProps = {
  /** Where the form is sent; this page by default. */
  action?: string;
  /** The fields. Their `defaultValue`s come from the URL. */
  children: ReactNode;
  /**
   * The fields that are used less, and their names. They are drawn after 'More filters' or while one is set. A date
   * range is named by `from`.
   */
  more?: { names: readonly string[]; fields: ReactNode };
  /** URL without filters. */
  clearHref: string;
  /** Hidden fields of the form. */
  hidden?: readonly { name: string; value: string }[];
  /** Parameters to keep, in addition to sort and page size. Not the page: a new filter starts at the first. */
  keep?: readonly string[];
  clearLabel?: string;
  /** Label of the Apply button. When given, the button also shows with script. */
  applyLabel?: string;
};

/** A day alone filters nothing, so the first one typed chooses the list's main date (rules.md lists/dates). */
function chooseMainDate(form: HTMLFormElement, { type, value }: HTMLInputElement) {
  const field = form.elements.namedItem("dateField");
  if (type !== "date" || !value || !(field instanceof HTMLSelectElement) || field.value) return;
  field.value = [...field.options].find((option) => option.value)?.value ?? "";
}

/**
 * Filters of a list. A GET form, so the URL holds the list's state. With script, choices apply immediately and text
 * 500 ms after the last key; without, the Apply button does. Phones fold four or more fields.
 */
export function FilterBar({
  action,
  children,
  more,
  clearHref,
  hidden = [],
  keep = [],
  clearLabel = "Reset Filters",
  applyLabel,
}: FilterBarProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const leavingFor = useNavigation().location;
  const search = new URLSearchParams(location.search);
  const kept = ["sort", "size", ...keep].flatMap((name) => {
    const value = search.get(name);
    return value ? [{ name, value }] : [];
  });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const sent = useRef(location.search);
  const [round, setRound] = useState(0);
  const fold = useId();
  // Remount the fields after a chip, Reset or Back changed the URL. After this form's own change, keep what is being
  // typed.
  useEffect(() => {
    if (location.search === sent.current) return;
    sent.current = location.search;
    setRound((before) => before + 1);
  }, [location.search]);
  // A link that is followed while the typed text waits wins over it.
  useEffect(() => {
    if (leavingFor) clearTimeout(timer.current);
  }, [leavingFor]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (form: HTMLFormElement, button?: HTMLElement | null) => {
    clearTimeout(timer.current);
    const filled = [...new FormData(form, button)].filter(
      ([, value]) => typeof value === "string" && value.trim() !== "",
    );
    const next = new URLSearchParams(filled as [string, string][]).toString();
    sent.current = next ? `?${next}` : "";
    navigate({ pathname: action ?? location.pathname, search: next }, { replace: true, preventScrollReset: true });
  };
  const change = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const control = event.target as HTMLInputElement;
    if (control.id === fold) return;
    chooseMainDate(form, control);
    const typed = !/^(checkbox|radio|select-one)$/.test(control.type);
    clearTimeout(timer.current);
    if (typed) timer.current = setTimeout(() => apply(form), debounceMs);
    else apply(form);
  };
  return (
    <Form
      className="filter-bar"
      id={FILTER_FORM}
      method="get"
      action={action}
      role="search"
      aria-label="Filters"
      onChange={change}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      }}
    >
      <DefaultSubmit />
      {[...hidden, ...kept].map((field) => (
        <input key={field.name + field.value} type="hidden" name={field.name} value={field.value} />
      ))}
      <div className="filter-fold">
        <input type="checkbox" id={fold} />
        <label htmlFor={fold} className={buttonClass({ variant: "outline" })}>
          <Icon name="sliders-horizontal" />
          Filters
        </label>
      </div>
      <div className="filter-fields" key={round}>
        {children}
        {more ? <MoreFilters {...more} search={search} /> : null}
      </div>
      <div className="filter-actions">
        <button type="submit" className={`${buttonClass({ variant: "outline" })}${applyLabel ? "" : " noscript-only"}`}>
          {applyLabel ?? "Apply"}
        </button>
        <Link className={buttonClass({ variant: "ghost" })} to={clearHref} preventScrollReset>
          {clearLabel}
        </Link>
      </div>
    </Form>
  );
}

type MoreFiltersProps = NonNullable<FilterBarProps["more"]> & { search: URLSearchParams };

/** The button is one of the form, so it applies what was typed in the other fields. */
function MoreFilters({ names, fields, search }: MoreFiltersProps) {
  const { pathname } = useLocation();
  const open = showsMoreFilters(search, names);
  const fewer = new URLSearchParams(search);
  fewer.delete(MORE_FILTERS.name);
  return (
    <div className="filter-more">
      {!open ? (
        <button type="submit" {...MORE_FILTERS} className={buttonClass({ variant: "outline" })} aria-expanded={false}>
          <Icon name="sliders-horizontal" />
          More filters
        </button>
      ) : usesFilters(search, names) ? null : (
        <Link to={`${pathname}?${fewer}`} preventScrollReset replace className={buttonClass({ variant: "outline" })}>
          <Icon name="sliders-horizontal" />
          Fewer filters
        </Link>
      )}
      {open ? (
        <div className="filter-more-fields">
          {/* Emptying the last of them leaves them open. */}
          <input type="hidden" {...MORE_FILTERS} />
          {fields}
        </div>
      ) : null}
    </div>
  );
}
