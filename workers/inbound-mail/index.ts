import type { InboundMail, InboundResult } from "~/domain/inboundMail/inboundMail";
import { loggedJob } from "~/integrations/loggedJob.server";
import { NotAMail, readMail } from "./readMail";

interface Env {
  /**
   * The Notifications Worker, which decides. This one parses what strangers wrote, so it holds no database and no
   * secret.
   */
  REPLIES: { receive(mail: InboundMail): Promise<InboundResult> };
  /** The mail server whose judgement of senders counts; empty or "off" where none judges. */
  MAIL_SERVER?: string;
}

/** What became of an email, for the local run. */
export type Taken = InboundResult | { outcome: "notAMail"; reason: string };

const ROUTE = "inbound mail";

async function take(message: ForwardableEmailMessage, env: Env): Promise<Taken> {
  try {
    const mail = await readMail(message, env.MAIL_SERVER === "off" ? "" : (env.MAIL_SERVER ?? ""));
    return await env.REPLIES.receive(mail);
  } catch (error) {
    if (!(error instanceof NotAMail)) throw error;
    message.setReject(`This email cannot be read. ${error.message}`);
    return { outcome: "notAMail", reason: error.message };
  }
}

export default {
  /**
   * Takes one email (docs/decisions/0068-reply-by-email.md). A failure is thrown: the sender's server then keeps the
   * email and tries again, and what was done before is not done twice.
   */
  async email(message: ForwardableEmailMessage, env: Env): Promise<Taken> {
    return await loggedJob(ROUTE, () => take(message, env), "Email");
  },
};
