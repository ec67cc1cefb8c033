import type { EvidenceInput, Payments } from "~/domain/ports/payments";
import { ask } from "../stripeErrors.server";
import type { ClientOf } from "./client.server";

/** Answers to disputes. Files go to the provider's own host for them. */
export function evidenceCalls(
  client: ClientOf,
): Pick<Payments, "uploadEvidenceFile" | "stageEvidence" | "submitEvidence"> {
  const update = ({ account, disputeId, evidence, key }: EvidenceInput, submit: boolean) =>
    ask(async () => {
      await client(account).disputes.update(disputeId, { evidence, submit }, { idempotencyKey: key });
    });
  return {
    uploadEvidenceFile: ({ account, name, bytes, key }) =>
      ask(async () => {
        const file = { name, data: bytes, type: "application/pdf" };
        const { id } = await client(account).files.create(
          { purpose: "dispute_evidence", file },
          { idempotencyKey: key },
        );
        return id;
      }),
    stageEvidence: (input) => update(input, false),
    submitEvidence: (input) => update(input, true),
  };
}
