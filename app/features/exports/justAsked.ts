/** The history state with which the Export button leads to the page where a large export is made. */
export const JUST_ASKED = "asked";
