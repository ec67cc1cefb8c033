import type { FormAnswer } from "~/ui/form/formAnswer";
import type { ReceivedFile } from "~/ui/form/receivedFile";

/** Forms of the order page that share one action. */
export const orderIntents = ["message", "report", "approve", "changes", "draft", "insert"] as const;
export type OrderIntent = (typeof orderIntents)[number];

interface OrderFormExtra {
  /** Uploaded files, shown as received and resubmitted by key. */
  files: ReceivedFile[];
  /** The success message, for script only. */
  done: string;
}

/** The answer to such a form: always on failure, and on success only to script. */
export type OrderFormAnswer = FormAnswer<Record<string, string>, OrderFormExtra>;
