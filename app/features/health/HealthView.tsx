import type { MissedPayments } from "~/domain/billing/missedPayments";
import type { LinkWatchHealth } from "~/domain/health/linkWatchHealth";
import { type HealthPart, type HealthReport, healthParts, type PartState } from "~/domain/health/trouble";
import { isTrouble } from "~/domain/payments/accountLines";
import type { PaymentAccountCheck } from "~/domain/payments/paymentAccountChecks";
import { MissedPaymentsTable } from "~/features/subscriptions/MissedPaymentsTable";
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
import { CardAccountsSection } from "./CardAccountsSection";
import { type InstallationProps, InstallationSection } from "./InstallationSection";
import { LinkWatchSection } from "./LinkWatchSection";

interface HealthViewProps {
  health: HealthReport;
  missed: readonly MissedPayments[];
  links: LinkWatchHealth;
  /** Of the monitor's call. */
  token: string;
  installation: InstallationProps;
  accounts: readonly PaymentAccountCheck[];
  errors?: string[];
}

const partLabels: Record<HealthPart, string> = {
  billing: "Billing",
  jobs: "Other jobs",
  queues: "Queues",
  deadLetters: "Dead letters",
  webhooks: "Webhooks",
  provider: "Card provider",
  files: "Files",
  links: "Link watch",
  books: "Books",
};

/** Each part, and for each failure what to do. */
export function HealthView({ health, missed, links, token, installation, accounts, errors }: HealthViewProps) {
  const { parts, troubles } = health;
  const isWell = troubles.length === 0 && !accounts.some(({ lines }) => lines.some(isTrouble));
  return (
    <div className="stack-large">
      <PageHeader
        title="Health"
        help="What works, and what needs you. Super admins get an email for each failure, once a day."
        back={{ href: paths.settings(), label: "Settings" }}
        action={
          <>
            <LinkButton to={paths.deadLetters()}>Dead letters</LinkButton>
            <LinkButton to={paths.billingHealth()}>Billing health</LinkButton>
          </>
        }
      />
      {isWell ? (
        <Alert tone="success" title="All is well">
          Jobs run on time, queues move and webhooks arrive.
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
      <MissedPaymentsTable missed={missed} />
      <CardAccountsSection accounts={accounts} />
      <LinkWatchSection {...links} />
      <InstallationSection {...installation} />
      <section className="stack" aria-labelledby="monitor">
        <h2 id="monitor">Monitor</h2>
        <p>
          Point an uptime monitor at <code>GET /api/health</code>. It answers 200, or 503 when a part fails, to requests
          with the header <code>Authorization: Bearer</code> and this value.
        </p>
        <FormErrors errors={errors} />
        <Facts facts={[{ label: "Token", value: <code>{token}</code> }]} />
        <Form method="post" className="form-actions">
          <SubmitButton pendingText="Replacing">Replace token</SubmitButton>
        </Form>
      </section>
    </div>
  );
}

function PartDot({ state }: { state: PartState }) {
  if (state === "failing") return <StatusDot tone="danger">Failing</StatusDot>;
  if (state === "not run yet") return <StatusDot tone="info">Not run yet</StatusDot>;
  return <StatusDot tone="success">OK</StatusDot>;
}
