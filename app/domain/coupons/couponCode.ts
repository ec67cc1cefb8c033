/** In capitals, as codes are kept and compared. */
export const couponCode = (text: string) => text.trim().toUpperCase();
