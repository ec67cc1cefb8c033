/** Of the question in a dialog, and of what the answer does: read out as the dialog opens. One dialog is open at a time. */
export const QUESTION_ID = "dialog-question";
