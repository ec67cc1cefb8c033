/**
 * Lets what nobody looks at arrive: a sender that is cut off in the middle shows an error of its own instead of the answer.
 * Nothing when it was read already.
 */
export async function discardBody({ body, bodyUsed }: Request) {
  if (!body || bodyUsed) return;
  const reader = body.getReader();
  while (!(await reader.read()).done);
}
