/** In the address of a checkout: the order that was paid there. */
export const PAID_HERE = "order";
/** In the address and the form of a checkout: the order that the buyer knows of and does not mean. */
export const AGAIN = "again";
