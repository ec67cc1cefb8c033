import { useFetcher } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { OrderPlacement } from "~/domain/placements/orderPlacements";
import { paths } from "~/paths";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { useHydrated } from "~/ui/form/useHydrated";
import type { PlacementFormAnswer } from "./placementForms";

const labels = { targetUrl: "Target", anchorText: "Anchor", clientReference: "Reference" } as const;
export type CellField = keyof typeof labels;

interface EditableCellProps {
  link: OrderPlacement;
  field: CellField;
  /** Shown for an empty value. */
  empty: string;
}

/**
 * A cell that a click or Enter opens. Enter saves, Escape leaves, Tab and the arrows go to the next cell. A refused
 * value stays with its error.
 */
export function EditableCell({ link, field, empty }: EditableCellProps) {
  const hydrated = useHydrated();
  const fetcher = useFetcher<PlacementFormAnswer>({ key: `link ${link.id}` });
  const [draft, setDraft] = useState<string>();
  const [sent, setSent] = useState<{ before: unknown }>();
  const box = useRef<HTMLDivElement>(null);
  const refocus = useRef(false);
  const stored = link[field];
  const answered = sent !== undefined && fetcher.state === "idle" && fetcher.data !== sent.before;
  const errors = fieldErrorsOf(answered ? fetcher.data : undefined);
  const error = errors[field]?.[0] ?? errors[""]?.[0] ?? Object.values(errors)[0]?.[0] ?? fetcher.data?.failure;

  useEffect(() => {
    if (!answered || error) return;
    setDraft(undefined);
    setSent(undefined);
  }, [answered, error]);
  useEffect(() => {
    if (draft !== undefined || !refocus.current) return;
    refocus.current = false;
    box.current?.querySelector("button")?.focus();
  }, [draft]);

  if (!hydrated) return <span className="cell-text">{stored || empty}</span>;
  const save = () => {
    const value = (draft ?? "").trim();
    if (draft === undefined || fetcher.state !== "idle") return;
    if (value === stored) return setDraft(undefined);
    setSent({ before: fetcher.data });
    const { targetUrl, anchorText, clientReference } = link;
    const version = String(Math.max(link.version, fetcher.data?.version ?? 0));
    fetcher.submit(
      { targetUrl, anchorText, clientReference, version, [field]: value },
      { method: "post", action: `${paths.placement(link.id)}?intent=cells` },
    );
  };
  const press = (event: KeyboardEvent) => {
    const editing = draft !== undefined;
    if (editing && event.key === "Enter") {
      event.preventDefault();
      refocus.current = true;
      save();
    } else if (editing && event.key === "Escape") {
      refocus.current = true;
      setSent(undefined);
      setDraft(undefined);
    } else if (goTo(event, editing, field)) event.preventDefault();
  };
  const name = `${labels[field]} of ${link.number}`;
  const errorId = `${link.id}-${field}-error`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of its control
    <div ref={box} className="cell-edit" data-cell={field} onKeyDown={press}>
      {draft === undefined ? (
        <button
          type="button"
          className="cell-button"
          aria-label={`${name}: ${stored || empty}. Edit`}
          onClick={() => setDraft(stored)}
        >
          {stored || <span className="muted">{empty}</span>}
        </button>
      ) : (
        <>
          <input
            className="input"
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the focused button
            autoFocus
            type={field === "targetUrl" ? "url" : "text"}
            aria-label={name}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            aria-busy={fetcher.state !== "idle"}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onBlur={save}
          />
          {error ? (
            <p className="field-error" id={errorId} role="alert">
              {error}
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Moves the focus to the next cell of an arrow. While a cell is open, left and right move in its text. */
function goTo({ key, currentTarget }: KeyboardEvent, editing: boolean, field: CellField): boolean {
  const row = currentTarget.closest("tr");
  const cells = [...(row?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])];
  const at = cells.indexOf(currentTarget as HTMLElement);
  const beside = key === "ArrowRight" ? cells[at + 1] : key === "ArrowLeft" ? cells[at - 1] : undefined;
  const above = key === "ArrowDown" ? row?.nextElementSibling : key === "ArrowUp" ? row?.previousElementSibling : null;
  const target = (editing ? undefined : beside) ?? above?.querySelector<HTMLElement>(`[data-cell=${field}]`);
  const control = target?.querySelector<HTMLElement>("button, input");
  control?.focus();
  return Boolean(control);
}
