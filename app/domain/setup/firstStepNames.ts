/** The steps of a new portal, in the order in which they are shown. Each can be left and taken up. */
export const firstStepNames = ["brand", "contact", "company", "payments", "mail", "service", "shop", "team"] as const;
export type FirstStep = (typeof firstStepNames)[number];
