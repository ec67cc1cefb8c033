/** Why a project entry may not be changed: said by the rule and by the page (decision O8, document 2 section 5). */
export const OTHER_SIDE = "This entry can only be changed by the side that wrote it.";
export const LAST_ENTRY = "The only entry of a package cannot be deleted. Please change it instead.";
export const ORDER_CANCELLED = "This order was cancelled.";
