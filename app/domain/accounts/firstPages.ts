/** Pages that staff can choose to begin with. */
export const firstPages = ["dashboard", "work"] as const;
export type FirstPage = (typeof firstPages)[number];
