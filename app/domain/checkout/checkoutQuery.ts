/** Query parameter: the order paid on this page. */
export const PAID_HERE = "order";
/** Query parameter of the checkout's project-details step: the paid order that its form belongs to. */
export const DETAILS_OF = "details";
/** Query parameter and form field: the earlier order that the buyer has seen, to place another one. */
export const AGAIN_PARAM = "again";
/** Form field: the unpaid order that a changed form replaces. */
export const REPLACES = "replaces";
/** Query parameter: start from what the signed-in client saved at this checkout, in any browser. */
export const KEPT_CART = "cart";
/** Query parameter: an earlier order whose packages, quantities and answers are used again. */
export const LIKE_ORDER_PARAM = "like";
