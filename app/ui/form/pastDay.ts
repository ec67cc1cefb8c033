/** Asks before a record is saved that ended on an earlier day. */
export const PAST_DAY = "This day has passed. Choose another one, or tick the box below to save it";
/** The field of the tick, with the day that it is for. */
export const PAST_DAY_TICK = "pastDay";
/** The field of the day that the page showed, which needs no tick. */
export const SHOWN_DAY = "shownDay";
