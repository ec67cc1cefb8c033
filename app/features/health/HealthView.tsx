import type { MissedPayments } from "~/domain/billing/missedPayments";
import type { LinkWatchHealth } from "~/domain/health/linkWatchHealth";
import { type HealthPart, type HealthReport, healthParts, type PartState } from "~/domain/health/trouble";
import { billingProblems } from "~/domain/jobs/billingProblems";
import type { BillingHealth } from "~/domain/jobs/findBillingHealth";
import { isTrouble } from "~/domain/payments/accountLines";
import type { PaymentAccountCheck } from "~/domain/payments/paymentAccountChecks";
import type { UnmatchedPayment } from "~/domain/recovery/findUnmatchedPayments";
import { paths } from "~/paths";
import { Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { BillingSections } from "./BillingSections";
import { CardAccountsSection } from "./CardAccountsSection";
import { type InstallationProps, InstallationSection } from "./InstallationSection";
import { LinkWatchSection } from "./LinkWatchSection";
import { UnsentMessages, type UnsentMessagesProps } from "./UnsentMessages";

interface HealthViewProps {
  health: HealthReport;
  billing: BillingHealth;
  missed: readonly MissedPayments[];
  unmatched: readonly UnmatchedPayment[] | null;
  clientLinks: boolean;
  /** Null for staff who do not run the installation. */
  operation: OperationProps | null;
  errors?: string[];
}

interface OperationProps extends UnsentMessagesProps {
  links: LinkWatchHealth;
  /** Of the monitor's call. */
  token: string;
  installation: InstallationProps;
  accounts: readonly PaymentAccountCheck[];
}

const partLabels: Record<HealthPart, string> = {
  billing: "Billing",
  jobs: "Other jobs",
  queues: "Queues",
  deadLetters: "Messages that could not be sent",
  webhooks: "Payment updates",
  provider: "Card provider",
  files: "Files",
  links: "Link watch",
  books: "Books",
};

/** For each failure what to do, then the records of billing, and for super admins the parts of the installation. */
export function HealthView({ health, billing, missed, unmatched, clientLinks, operation, errors }: HealthViewProps) {
  const { parts, troubles } = health;
  const accounts = operation?.accounts ?? [];
  const problems = billingProblems(billing);
  const isWell = troubles.length + problems.length === 0 && !accounts.some(({ lines }) => lines.some(isTrouble));
  return (
    <div className="stack-large">
      <PageHeader
        title="Health"
        help="What works, and what needs you. Super admins get an email for each failure, once a day."
        back={
          operation
            ? { href: paths.settings(), label: "Settings" }
            : { href: paths.subscriptions(), label: "Subscriptions" }
        }
      />
      <FormErrors errors={errors} />
      {isWell ? (
        <Alert tone="success" title="All is well">
          Jobs run on time, and nothing waits for you.
        </Alert>
      ) : (
        troubles.map(({ cause, text, advice, path }) => (
          <Alert
            key={cause}
            tone="danger"
            title={text}
            action={path ? <LinkButton to={path}>View</LinkButton> : undefined}
          >
            {advice}
          </Alert>
        ))
      )}
      {problems.length > 0 ? (
        <Alert tone="warning" title="Something needs your attention">
          {problems.join(" ")}
        </Alert>
      ) : null}
      {operation ? <UnsentMessages messages={operation.messages} letters={operation.letters} /> : null}
      <BillingSections billing={billing} unmatched={unmatched} missed={missed} clientLinks={clientLinks} />
      {operation ? (
        <>
          <section className="stack" aria-labelledby="parts">
            <h2 id="parts">Parts</h2>
            <DataTable
              caption="Parts"
              columns={[
                { key: "part", label: "Part" },
                { key: "state", label: "State" },
              ]}
              rows={healthParts.map((part) => ({
                key: part,
                cells: { part: partLabels[part], state: <PartDot state={parts[part]} /> },
              }))}
            />
          </section>
          <CardAccountsSection accounts={operation.accounts} />
          <LinkWatchSection {...operation.links} />
          <InstallationSection {...operation.installation} />
          <section className="stack" aria-labelledby="monitor">
            <h2 id="monitor">Monitor</h2>
            <p>
              Point an uptime monitor at <code>GET /api/health</code>. It answers 200, or 503 when a part fails, to
              requests with the header <code>Authorization: Bearer</code> and this value.
            </p>
            <Facts facts={[{ label: "Token", value: <code>{operation.token}</code> }]} />
            <Form method="post" className="form-actions">
              <SubmitButton name="intent" value="replaceToken" pendingText="Replacing">
                Replace token
              </SubmitButton>
            </Form>
          </section>
        </>
      ) : null}
    </div>
  );
}

function PartDot({ state }: { state: PartState }) {
  if (state === "failing") return <StatusDot tone="danger">Failing</StatusDot>;
  if (state === "not run yet") return <StatusDot tone="info">Not run yet</StatusDot>;
  return <StatusDot tone="success">OK</StatusDot>;
}
