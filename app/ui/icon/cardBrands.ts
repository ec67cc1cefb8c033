/** The accepted cards that the sprite has marks of. */
export const cardBrands = { visa: "Visa", mastercard: "Mastercard", amex: "American Express", discover: "Discover" };
export type CardBrand = keyof typeof cardBrands;
