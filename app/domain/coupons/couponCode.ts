/** In capitals, as codes are kept and compared (document 2 section 5, document 3 section 5). */
export const couponCode = (text: string) => text.trim().toUpperCase();
