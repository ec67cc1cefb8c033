/**
 * Reasons for an email that links to the card page. renewalFailed: a try failed and another follows. pastDue: no try
 * follows. confirmPayment: the bank needs the cardholder. cardExpiring: the card expires before the next payment.
 */
const cardMailSubjects = ["renewalFailed", "pastDue", "confirmPayment", "cardExpiring"] as const;
export type CardMailSubject = (typeof cardMailSubjects)[number];
