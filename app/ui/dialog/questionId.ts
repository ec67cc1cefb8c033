/**
 * Id of the text that is read out when a dialog opens: its question and the consequences. Only one dialog is open at
 * a time.
 */
export const QUESTION_ID = "dialog-question";
