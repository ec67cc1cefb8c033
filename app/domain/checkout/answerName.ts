/** The form field that holds the answer to one intake field of one package. */
export const answerName = (packageId: string, fieldId: string) => `answer.${packageId}.${fieldId}`;
