/** Codes are stored and compared in upper case. */
export const couponCode = (text: string) => text.trim().toUpperCase();
