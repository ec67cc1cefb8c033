import type { AccountLine } from "~/domain/payments/accountLines";
import { Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import { StatusDot } from "~/ui/feedback/StatusDot";

const tones = { good: "success", warning: "warning", bad: "danger" } as const;

/** The state of a card account. Lines that need someone come first, with what to do. */
export const AccountLines = ({ lines }: { lines: readonly AccountLine[] }) => (
  <>
    {lines.map(({ label, state, text, advice }) =>
      advice && state !== "plain" ? (
        <Alert key={label} tone={tones[state]} title={text}>
          {advice}
        </Alert>
      ) : null,
    )}
    <Facts
      facts={lines
        .filter(({ advice }) => !advice)
        .map(({ label, state, text }) => ({
          label,
          value: state === "plain" ? text : <StatusDot tone={tones[state]}>{text}</StatusDot>,
        }))}
    />
  </>
);
