/** Attributes of the picture that is the largest thing on arrival. React 18 knows the attribute in lower case only. */
export const loadFirst: object = { fetchpriority: "high" };
