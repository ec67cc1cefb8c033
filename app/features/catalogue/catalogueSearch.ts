import type { CatalogueQuery } from "~/domain/catalogue/findCatalogue";
import { MAX_PAGE, MAX_TERM } from "~/list/defineList";

/** A short catalogue needs no search. */
const SEARCHED_FROM = 10;

/** What the address of a catalogue asks for. */
export function catalogueSearch(address: string): Required<CatalogueQuery> {
  const search = new URL(address).searchParams;
  const page = Number(search.get("page") ?? 1);
  return {
    name: (search.get("name") ?? "").trim().slice(0, MAX_TERM),
    page: Number.isSafeInteger(page) && page >= 1 && page <= MAX_PAGE ? page - 1 : 0,
  };
}

export const hasSearch = (name: string, total: number) => name !== "" || total >= SEARCHED_FROM;
