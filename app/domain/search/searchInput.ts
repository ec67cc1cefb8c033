import { z } from "zod";

export const MAX_SEARCH = 100;
/** Shorter texts match nearly everything. A single digit is an order's number. */
export const MIN_SEARCH = 2;

export const SearchInput = z.object({ q: z.string().trim().max(MAX_SEARCH, "Search for fewer words").default("") });

/** True when there is enough text to look for records. */
export const isSearchable = (q: string) => q.length >= MIN_SEARCH || /^\d$/.test(q);
