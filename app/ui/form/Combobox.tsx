import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "./Button";
import { Field, type FieldBase } from "./Field";
import { RadioGroupField } from "./RadioGroupField";
import { useHydrated } from "./useHydrated";
import { matchesInText, useOptionSearch } from "./useOptionSearch";

interface ComboboxOption {
  id: string;
  name: string;
}

type ComboboxProps<Found extends ComboboxOption> = FieldBase & {
  /** The field name of the typed text. `name` posts the id of the chosen option, empty without one. */
  searchName: string;
  /** The text, results and choice that the page was rendered with. */
  search: string;
  found: readonly Found[];
  chosen: Found | null;
  /** Minimum length of a search text. */
  minimum: number;
  /** The most results of one search. */
  most: number;
  /** What an option is called: 'client', 'clients'. */
  noun: { one: string; many: string };
  /** Tells options with the same name apart. */
  hintOf(option: Found): string;
  /** The URL that returns the options for a text as JSON. */
  address(text: string): string;
  onPick?(option: Found): void;
  /** The choice without script that chooses nothing. */
  emptyLabel?: string;
  /** The search step without script. Default: a GET of the form. */
  step?: { formMethod?: "get"; formTarget?: "_self" };
};

/**
 * Picks one record by typing (ARIA 1.2 combobox with a listbox). Enter chooses the active option and never posts the
 * form. Without script it is a search step with radio buttons.
 */
export function Combobox<Found extends ComboboxOption>({
  searchName,
  search,
  found,
  chosen,
  minimum,
  most,
  noun,
  hintOf,
  address,
  onPick,
  emptyLabel,
  step = { formMethod: "get" },
  name,
  id = name,
  ...frame
}: ComboboxProps<Found>) {
  const hydrated = useHydrated();
  const results = useOptionSearch({ search, found, minimum, address });
  const { options } = results;
  const [picked, setPicked] = useState(chosen);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listed = open && options.length > 0;
  const optionId = (index: number) => `${id}-option-${index}`;
  useEffect(() => {
    // The text of the search step is the name of the choice from now on.
    if (hydrated && chosen && input.current?.value === search) input.current.value = chosen.name;
  }, [hydrated, chosen, search]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: Found) => {
    if (input.current) input.current.value = option.name;
    results.stop();
    setPicked(option);
    close();
    onPick?.(option);
  };
  const move = (to: number) => {
    if (options.length === 0) return;
    setOpen(true);
    setActive((to + options.length) % options.length);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (key === "ArrowDown") move(listed ? active + 1 : 0);
    else if (key === "ArrowUp") move(listed && active >= 0 ? active - 1 : -1);
    else if (key === "Enter") {
      const option = listed ? options[active] : undefined;
      if (option) choose(option);
    } else if (key === "Escape" && listed) close();
    else return;
    event.preventDefault();
  };
  const shown = [...(picked && !options.some((one) => one.id === picked.id) ? [picked] : []), ...options];
  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": listed,
    "aria-controls": `${id}-list`,
    "aria-activedescendant": listed && active >= 0 ? optionId(active) : undefined,
    onKeyDown: press,
  } as const;
  return (
    <div className="combobox">
      <div className="field-and-button">
        <Field {...frame} id={id} name={searchName}>
          {({ required, ...tied }) => (
            <span className="combobox-control">
              <input
                type="text"
                {...tied}
                {...(hydrated ? combobox : {})}
                ref={input}
                className="input"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                aria-required={required}
                defaultValue={search || chosen?.name}
                onInput={(event) => {
                  results.type(event);
                  setPicked(null);
                  setActive(-1);
                  setOpen(true);
                }}
                onClick={() => setOpen(true)}
                onBlur={close}
              />
              {hydrated ? (
                <div
                  ref={list}
                  id={`${id}-list`}
                  role="listbox"
                  aria-label="Matches"
                  className="combobox-list"
                  // Keeps the focus in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  hidden={!listed}
                >
                  {options.map((option, index) => (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
                    <div
                      key={option.id}
                      id={optionId(index)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={index === active}
                      onClick={() => choose(option)}
                    >
                      {option.name}
                      <span className="choice-hint">{hintOf(option)}</span>
                    </div>
                  ))}
                </div>
              ) : null}
            </span>
          )}
        </Field>
        <Button type="submit" name="intent" value="find" formNoValidate className="noscript-only" {...step}>
          Search
        </Button>
      </div>
      <p className="small muted" role="status">
        {picked && hydrated ? hintOf(picked) : matchesInText(results, most, noun.one, noun.many)}
      </p>
      {hydrated ? (
        <input type="hidden" name={name} value={picked?.id ?? ""} />
      ) : shown.length > 0 ? (
        <div className="search-results noscript-only">
          <RadioGroupField
            id={`${id}-found`}
            name={name}
            label="Matches"
            defaultValue={picked?.id ?? (emptyLabel === undefined ? undefined : "")}
            options={[
              ...(emptyLabel === undefined ? [] : [{ value: "", label: emptyLabel }]),
              ...shown.map((one) => ({ value: one.id, label: one.name, hint: hintOf(one) })),
            ]}
          />
        </div>
      ) : null}
    </div>
  );
}
