/** The form field that holds a package's answer to an intake field. */
export const answerName = (packageId: string, fieldId: string) => `answer.${packageId}.${fieldId}`;
