/** Why a project entry may not be changed: said by the rule and by the page (decision O8, document 2 section 5). */
export const OTHER_SIDE = "Only the side that wrote this entry can change it.";
export const LAST_ENTRY = "A package needs at least one entry. Edit this one instead of deleting it.";
export const ORDER_CANCELLED = "This order was cancelled.";
