/** Why a project entry cannot be changed. Shared by the operations and the page (rules.md orders/edit-entry). */
export const OTHER_SIDE = "Only the side that wrote this entry can change it.";
export const LAST_ENTRY = "A package needs at least one entry. Edit this one instead of deleting it.";
export const ORDER_CANCELLED = "This order was cancelled.";
