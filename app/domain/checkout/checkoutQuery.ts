/** Query parameter: the order paid on this page. */
export const PAID_HERE = "order";
/** Query parameter and form field: the earlier order that the buyer has seen, to place another one. */
export const AGAIN = "again";
