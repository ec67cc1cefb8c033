/** What the grown agency holds. */
export const ORDERS = 200_000;
export const DAYS = 1000;
export const PEOPLE = 20_000;
export const STAFF = 60;
export const SERVICES = 400;
export const PACKAGES = 6;
