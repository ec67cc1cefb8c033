/** Cards on a page of the catalogue. */
export const CATALOGUE_PAGE = 24;
