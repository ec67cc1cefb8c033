/** Quotes and brackets around a code, and the end of the sentence that it was copied from. */
const AROUND = /^["'`´“”„‘’‚«»‹›([{<*]+|["'`´“”„‘’‚«»‹›)\]}>*.,;:!?…。、]+$/gu;

/** Blanks and unseen marks. No code needs them. */
const UNSEEN = /[\s\p{DI}\p{Cc}]+/gu;

/**
 * The code that was meant: codes are stored and compared in upper case, without what stands around them, and with one
 * kind of letters and dashes.
 */
export const couponCode = (text: string) =>
  text
    .replace(UNSEEN, "")
    .normalize("NFKC")
    .toUpperCase()
    .replace(/\s+/g, "")
    .normalize("NFKC")
    .replace(/\p{Pd}/gu, "-")
    .replace(AROUND, "");
