import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ClientDetails } from "~/domain/clients/clientDetails";
import type { CommissionListRow } from "~/domain/commissions/findCommissions";
import type { OrderListRow } from "~/domain/orders/findOrders";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { referralFacts } from "~/features/affiliates/referralFacts";
import { sourceFact } from "~/features/affiliates/sourceFact";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { ClientDataCard } from "~/features/personalData/ClientDataCard";
import { formatDateTime, formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import { readableEmail } from "~/format/readableEmail";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import { Button } from "~/ui/form/Button";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { AffiliateSwitch, Invitation, StatusForm } from "./ClientForms";
import { ClientNotes } from "./ClientNotes";
import { ClientStatus } from "./ClientStatus";
import { ClientCommissions, ClientOrders, ClientSubscriptions, type Shown } from "./ClientTables";

interface ClientViewProps {
  client: ClientDetails;
  /** The open tab; null for an unknown one. */
  tab:
    | ({ name: "orders"; page: Page<OrderListRow> | null } & Shown)
    | ({ name: "subscriptions"; page: Page<SubscriptionListRow> | null } & Shown)
    | ({ name: "commissions"; page: Page<CommissionListRow> | null; now: number } & Shown)
    | null;
  may: {
    edit: boolean;
    order: boolean;
    impersonate: boolean;
    resetTwoFactor: boolean;
    exportOrders: boolean;
    move: boolean;
    takeBack: boolean;
    personalData: boolean;
  };
  /** ms UTC. */
  now: number;
  /** The answer to the commissions' bulk bar. */
  statusResult?: SubmissionResult;
  /** Errors of the header's small forms. */
  errors?: string[];
  /** A dialog over the page. */
  children: ReactNode;
}

const accountLabels = { regular: "Payment customer (regular)", custom: "Payment customer (custom)" };

export function ClientView({ client, tab, may, now, statusResult, errors = [], children }: ClientViewProps) {
  const zone = useZone();
  return (
    <>
      <PageHeader
        back={{ href: paths.clients(), label: "Clients" }}
        title={<span translate="no">{fullName(client)}</span>}
        badge={<ClientStatus status={client.userStatus} />}
        help={<span translate="no">{readableEmail(client.email)}</span>}
        action={
          <>
            {may.order ? (
              <LinkButton to={`${paths.orderNew()}?clientId=${client.id}`} variant="solid" icon={<Icon name="plus" />}>
                Create Order
              </LinkButton>
            ) : null}
            {may.exportOrders ? (
              <form method="post">
                <ExportButton action={paths.clientOrdersExport(client.id)} label="Export Orders" />
              </form>
            ) : null}
            {may.impersonate ? (
              // A full page load: the answer is another person's portal.
              <Form method="post" action={paths.client(client.id)} reloadDocument>
                <Button type="submit" name="intent" value="login" variant="outline" icon={<Icon name="log-in" />}>
                  Login as User
                </Button>
              </Form>
            ) : null}
          </>
        }
      />
      {errors.map((error) => (
        <Alert key={error} tone="danger">
          {error}
        </Alert>
      ))}
      <div className="stack">
        <ClientFigures client={client} />
        <div className="stack">
          <Tabs
            label="Client"
            tabs={[
              { label: "Orders", href: paths.client(client.id), active: tab?.name === "orders" },
              {
                label: "Subscriptions",
                href: paths.clientTab(client.id, "subscriptions"),
                active: tab?.name === "subscriptions",
              },
              {
                label: "Commissions",
                href: paths.clientTab(client.id, "commissions"),
                active: tab?.name === "commissions",
              },
            ]}
          />
          {tab === null ? <Alert tone="warning">Unknown Tab</Alert> : null}
          {tab?.name === "orders" ? <ClientOrders clientId={client.id} tab={tab} move={may.move} /> : null}
          {tab?.name === "subscriptions" ? <ClientSubscriptions clientId={client.id} tab={tab} /> : null}
          {tab?.name === "commissions" ? (
            <ClientCommissions clientId={client.id} tab={tab} takesBack={may.takeBack} lastResult={statusResult} />
          ) : null}
        </div>
        <section aria-label="Client information">
          <Card
            title="Client information"
            action={
              may.edit ? (
                <LinkButton
                  to={paths.clientEdit(client.id)}
                  size={1}
                  preventScrollReset
                  icon={<Icon name="pencil" size={14} />}
                >
                  Edit
                </LinkButton>
              ) : null
            }
          >
            <ClientFacts client={client} />
            <div className="form-actions">
              <LinkButton to={paths.clientStatement(client.id)} size={1}>
                Account statement
              </LinkButton>
              {may.edit ? (
                <LinkButton to={paths.clientExcludedSites(client.id)} size={1} preventScrollReset>
                  Excluded sites
                </LinkButton>
              ) : null}
              {may.edit ? (
                <LinkButton to={paths.clientSignOut(client.id)} size={1} preventScrollReset>
                  Sign out everywhere
                </LinkButton>
              ) : null}
              {client.twoFactor && may.resetTwoFactor ? (
                <LinkButton to={paths.clientTwoFactor(client.id)} size={1} preventScrollReset>
                  Remove two-factor sign-in
                </LinkButton>
              ) : null}
            </div>
          </Card>
        </section>
        <section className="client-cards" aria-label="Manage the client">
          {client.referral ? (
            <Card title="How this client found us">
              <Facts facts={referralFacts(client.referral, zone).map(sourceFact)} />
            </Card>
          ) : null}
          {may.edit ? <StatusForm client={client} /> : null}
          {client.passwordSet || !may.edit ? null : <Invitation clientId={client.id} />}
          {may.edit ? <AffiliateSwitch client={client} /> : null}
          {may.personalData ? <ClientDataCard clientId={client.id} dueAt={client.deletionDueAt} now={now} /> : null}
          <ClientNotes clientId={client.id} notes={client.notes} {...client.notesAround} />
        </section>
      </div>
      {children}
    </>
  );
}

/** What staff look for first. */
const ClientFigures = ({ client: { totals, lastOrder } }: Pick<ClientViewProps, "client">) => {
  const zone = useZone();
  return (
    <section className="card client-figures" aria-label="Client figures">
      <Facts
        columns
        facts={[
          { label: "Total orders", value: totals.ordersCount },
          { label: "Total order amount", value: formatCents(totals.sumOfOrderValues) },
          ...(lastOrder
            ? [
                {
                  label: "Last order",
                  value: (
                    <>
                      <Link to={paths.order(lastOrder.id)}>{lastOrder.number}</Link>{" "}
                      <span className="small muted">{formatDay(lastOrder.createdAt, zone)}</span>
                    </>
                  ),
                },
              ]
            : []),
          ...(lastOrder?.manager ? [{ label: "Manager", literal: true, value: lastOrder.manager }] : []),
        ]}
      />
    </section>
  );
};

/** Facts with a value first; empty ones are folded. */
function ClientFacts({ client }: { client: ClientDetails }) {
  const zone = useZone();
  const facts = [
    { label: "Company", literal: true, value: client.company },
    { label: "Tax id", literal: true, value: client.taxId },
    { label: "Email", literal: true, value: readableEmail(client.email) },
    { label: "Phone", literal: true, value: client.phoneNo },
    { label: "Address", literal: true, value: addressOf(client) },
    { label: "Last login", value: client.lastLogin && formatDateTime(client.lastLogin, zone) },
    { label: "Created", value: formatDateTime(client.createdAt, zone) },
    { label: "Provider id", literal: true, value: client.importedId },
    ...client.paymentCustomers.map(({ account, customerId }) => ({
      label: accountLabels[account],
      literal: true,
      value: customerId,
    })),
    { label: "Two-factor sign-in", value: client.twoFactor ? "On" : "Off" },
  ];
  const isEmpty = ({ value }: (typeof facts)[number]) => value === null || value === "" || value === undefined;
  const empty = facts.filter(isEmpty);
  return (
    <>
      <Facts columns facts={facts.filter((fact) => !isEmpty(fact))} />
      {empty.length > 0 ? (
        <details className="empty-facts">
          <summary>{empty.length === 1 ? "1 empty field" : `${empty.length} empty fields`}</summary>
          <Facts columns facts={empty.map(({ label }) => ({ label, value: "N/A" }))} />
        </details>
      ) : null}
    </>
  );
}

const addressOf = ({ address, city, state, zipCode, country }: ClientDetails) =>
  [address, city, state, zipCode, country].filter(Boolean).join(", ");
