import type { BookCheck, BookSubject } from "./check";
import { balanceChecks } from "./checks/balanceChecks";
import { commissionChecks } from "./checks/commissionChecks";
import { counterChecks } from "./checks/counterChecks";
import { couponChecks } from "./checks/couponChecks";
import { historyChecks } from "./checks/historyChecks";
import { orderChecks } from "./checks/orderChecks";
import { refundChecks } from "./checks/refundChecks";
import { subscriptionChecks } from "./checks/subscriptionChecks";

/** The checks that are one statement for a page of records. */
export const statementChecks: readonly BookCheck[] = [
  ...orderChecks,
  ...refundChecks,
  ...subscriptionChecks,
  ...couponChecks,
  ...commissionChecks,
  ...counterChecks,
  ...historyChecks,
  ...balanceChecks,
];

/** The checks that need more than a statement: the object store, and one sum over all clients. */
export const FILES_CHECK = {
  id: "files.stored",
  name: "Stored files",
  sentence: "Every stored file has its object, of the same size.",
};
export const COUNTERS_CHECK = {
  id: "counters.all",
  name: "Portal counters",
  sentence:
    "The portal's counters of orders and subscriptions are the sum of its clients' counters and the subscriptions.",
};

/** Every check with the records that it reads, in the order of the page and the command. */
export const allChecks: readonly { id: string; name: string; sentence: string; of: BookSubject }[] = [
  ...statementChecks,
  { ...COUNTERS_CHECK, of: "clients" },
  { ...FILES_CHECK, of: "files" },
];
