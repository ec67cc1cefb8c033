/** '#10422', 'Order 10422' and 'Re: order no. 10422', as mails write a number, without what stands before it. */
export const withoutNumberWords = (text: string) =>
  text
    .trim()
    .replace(
      /^(?:(?:re|fwd?|aw|wg):\s*)*(?:order|invoice|link)?\s*(?:no\.?|nr\.?|number|id)?\s*[:#№]?\s*(?=\S*\d$)/i,
      "",
    );
