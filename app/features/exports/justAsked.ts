/** The history state that the Export button sets when it opens the progress page. */
export const JUST_ASKED = "asked";
