import { type RefObject, useEffect, useRef } from "react";
import type Sortable from "sortablejs";

interface SortableLists {
  /** Its children with `data-row` can be reordered by their `data-handle`. */
  list: RefObject<HTMLElement>;
  /** Its children can be dragged into the list. `data-new` names what each one adds. */
  palette?: RefObject<HTMLElement>;
  onMove(from: number, to: number): void;
  onDrop?(what: string, index: number): void;
}

/** Adds drag and drop ordering once its code has loaded. The buttons of each row do the same without it. */
export function useSortable({ list, palette, onMove, onDrop }: SortableLists) {
  const latest = useRef({ onMove, onDrop });
  latest.current = { onMove, onDrop };
  useEffect(() => {
    let made: Sortable[] = [];
    let gone = false;
    import("sortablejs").then(({ default: Sortable }) => {
      if (gone || !list.current) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      made = [
        Sortable.create(list.current, {
          group: { name: "fields", put: true },
          draggable: "[data-row]",
          handle: "[data-handle]",
          animation: still ? 0 : 150,
          ghostClass: "part-row-ghost",
          onUpdate: ({ item, oldDraggableIndex: from, newDraggableIndex: to }) => {
            if (from === undefined || to === undefined) return;
            // React owns the rows: undo Sortable's move, then let React repeat it.
            const rows = [...(list.current?.querySelectorAll("[data-row]") ?? [])].filter((row) => row !== item);
            item.remove();
            list.current?.insertBefore(item, rows[from] ?? null);
            latest.current.onMove(from, to);
          },
          onAdd: ({ item, clone, newDraggableIndex: at }) => {
            const what = item.dataset.new;
            // Returns the palette's element to where React expects it.
            clone.replaceWith(item);
            if (what) latest.current.onDrop?.(what, at ?? 0);
          },
        }),
      ];
      if (palette?.current)
        made.push(
          Sortable.create(palette.current, {
            group: { name: "fields", pull: "clone", put: false },
            draggable: "[data-new]",
            sort: false,
            animation: 0,
          }),
        );
    });
    return () => {
      gone = true;
      for (const one of made) one.destroy();
    };
  }, [list, palette]);
}
