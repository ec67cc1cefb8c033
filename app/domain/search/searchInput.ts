import { z } from "zod";
import { isSearchable as isLongEnough } from "../clients/clientSearch";

export const MAX_SEARCH = 100;
export const SearchInput = z.object({ q: z.string().trim().max(MAX_SEARCH, "Search for fewer words").default("") });

/** True when there is enough text to look for records. A single digit is an order's number. */
export const isSearchable = (q: string) => isLongEnough(q) || /^\d$/.test(q);
