import { useNavigate } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { SearchGroup } from "~/domain/search/searchGroups";
import { isSearchable, MAX_SEARCH } from "~/domain/search/searchInput";
import { paths } from "~/paths";
import { isOutside } from "~/ui/dialog/isOutside";
import { IconButton } from "~/ui/form/IconButton";
import { useOptionSearch } from "~/ui/form/useOptionSearch";
import { Icon } from "~/ui/icon/Icon";
import { SearchResults } from "./SearchResults";
import { nothingFound, searchHint } from "./SearchView";

const PAUSE_MS = 150;

/** Searches while typing. Arrows move through the results, Enter opens the first one or the chosen one. */
export function SearchDialog({ staff, onClose }: { staff: boolean; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState("");
  const navigate = useNavigate();
  const found = useOptionSearch<SearchGroup>({
    search: "",
    found: [],
    minimum: 1,
    pauseMs: PAUSE_MS,
    address: paths.searchHits,
  });
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const shown = isSearchable(q) ? found.options : [];
  const settled = found.text === q;
  const type = (event: FormEvent<HTMLInputElement>) => {
    setQ(event.currentTarget.value.trim());
    found.type(event);
  };
  const open = (event: FormEvent) => {
    event.preventDefault();
    const first = settled ? shown[0]?.hits[0] : undefined;
    navigate(first?.href ?? paths.search(q));
    onClose();
  };
  const move = (event: KeyboardEvent<HTMLDialogElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !dialog.current) return;
    event.preventDefault();
    const stops = [...dialog.current.querySelectorAll<HTMLElement>("input, a[data-hit]")];
    stops[(stops.indexOf(document.activeElement as HTMLElement) + step + stops.length) % stops.length]?.focus();
  };
  const closeAfter = (event: MouseEvent<HTMLDialogElement>) => {
    if (isOutside(event) || (event.target instanceof Element && event.target.closest("a[href]"))) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="route-dialog"
      aria-labelledby="search-title"
      onClose={onClose}
      onClick={closeAfter}
      onKeyDown={move}
    >
      <h2 id="search-title">Search</h2>
      <form onSubmit={open}>
        <input
          className="input"
          type="search"
          aria-labelledby="search-title"
          placeholder={searchHint(staff)}
          autoComplete="off"
          maxLength={MAX_SEARCH}
          onInput={type}
        />
      </form>
      <div>
        <SearchResults groups={shown} />
        <p className="small muted" role="status">
          {found.failed
            ? "An error occurred. Please try again."
            : settled && isSearchable(q) && shown.length === 0
              ? nothingFound(q)
              : ""}
        </p>
      </div>
      {/* Last in the DOM, first in the corner, so that the field gets the initial focus. */}
      <IconButton className="route-dialog-close" label="Close" icon={<Icon name="x" size={18} />} onClick={onClose} />
    </dialog>
  );
}
