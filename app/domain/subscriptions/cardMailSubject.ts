/**
 * What a mail that leads to the card page is about. renewalFailed: a try failed, another follows. pastDue: none follows.
 * confirmPayment: the bank asks the card's owner. cardExpiring: the card ends before the next payment.
 */
const cardMailSubjects = ["renewalFailed", "pastDue", "confirmPayment", "cardExpiring"] as const;
export type CardMailSubject = (typeof cardMailSubjects)[number];
