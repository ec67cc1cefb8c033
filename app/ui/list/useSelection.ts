import { useEffect, useState } from "react";

interface Selectable {
  /** The id of the form that the rows' boxes name. */
  form: string;
  /** The boxes' name. */
  name: string;
  /** Keys of the rows on this page. */
  keys: readonly string[];
}

/**
 * The ticked rows of a table, whose boxes belong to a form elsewhere. Shift and a click tick or clear every row since
 * the box clicked before.
 */
export function useSelection({ form, name, keys }: Selectable) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const shown = keys.join();
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"][form="${form}"]`)];
  const read = () => setTicked(boxes().flatMap((box) => (box.checked ? [box.value] : [])));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the boxes are read again when the rows change
  useEffect(() => {
    let last: HTMLInputElement | undefined;
    const click = (event: MouseEvent) => {
      const all = boxes();
      const box = all.find((one) => one === event.target);
      if (!box) return;
      const [from, to] = [last ? all.indexOf(last) : -1, all.indexOf(box)];
      last = box;
      if (!event.shiftKey || from < 0) return;
      for (const between of all.slice(Math.min(from, to), Math.max(from, to) + 1)) between.checked = box.checked;
      read();
    };
    read();
    document.addEventListener("change", read);
    document.addEventListener("click", click);
    return () => {
      document.removeEventListener("change", read);
      document.removeEventListener("click", click);
    };
  }, [shown]);
  const selected = keys.filter((key) => ticked.includes(key));
  const tickAll = (on: boolean) => {
    for (const box of boxes()) box.checked = on;
    read();
  };
  return { selected, tickAll, toggleAll: () => tickAll(selected.length < keys.length) };
}
