/** The parameter that shows a list's less used filters. */
export const MORE_FILTERS = { name: "filters", value: "more" };

export const usesFilters = (search: URLSearchParams, names: readonly string[]) =>
  names.some((name) => search.getAll(name).some((value) => value.trim() !== ""));

/** Whether a list draws its less used filters, named `names`: when asked, and while one of them is set. */
export const showsMoreFilters = (search: URLSearchParams, names: readonly string[]) =>
  search.get(MORE_FILTERS.name) === MORE_FILTERS.value || usesFilters(search, names);
