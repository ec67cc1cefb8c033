import { Form, useSubmit } from "@remix-run/react";
import { LogIn, Mail, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { clientTypeLabel, clientTypes, userStatuses, userStatusLabel } from "~/domain/accounts/roles";
import type { ClientDetails } from "~/domain/clients/clientDetails";
import { CLIENT_TABLE_SIZES } from "~/domain/clients/clientList";
import type { OrderListRow } from "~/domain/orders/findOrders";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { ExportButton } from "~/features/exports/ExportButton";
import { OrderTable } from "~/features/orders/OrderTable";
import { SubscriptionTable } from "~/features/subscriptions/SubscriptionTable";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
import { Button } from "~/ui/form/Button";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";
import { ClientNotes } from "./ClientNotes";
import { ClientStatus } from "./ClientStatus";

/** Zero-based page, and its size. */
interface Shown {
  number: number;
  size: number;
}

export interface ClientViewProps {
  client: ClientDetails;
  /** What is shown below: null for a tab that does not exist. */
  tab:
    | ({ name: "orders"; page: Page<OrderListRow> } & Shown)
    | ({ name: "subscriptions"; page: Page<SubscriptionListRow> } & Shown)
    | null;
  may: { edit: boolean; impersonate: boolean; exportOrders: boolean; move: boolean };
  /** What went wrong with the small forms of the header. */
  errors?: string[];
  /** A dialog over the page. */
  children: ReactNode;
}

const accountWords = { regular: "Payment customer (regular)", custom: "Payment customer (custom)" };
const MOVE_FORM = "move-orders-of-client";

/** One client (document 2 section 2, Client detail). */
export function ClientView({ client, tab, may, errors = [], children }: ClientViewProps) {
  const { totals } = client;
  return (
    <>
      <PageHeader
        back={{ href: paths.clients(), label: "Clients" }}
        title={fullName(client)}
        badge={<ClientStatus status={client.userStatus} />}
        help={client.email}
        action={
          <>
            {may.exportOrders ? (
              <ExportButton action={paths.clientOrdersExport(client.id)} label="Export Orders" />
            ) : null}
            {may.impersonate ? (
              // Loaded anew: what comes back is somebody else's portal.
              <Form method="post" action={paths.client(client.id)} reloadDocument>
                <Button
                  type="submit"
                  name="intent"
                  value="login"
                  variant="solid"
                  icon={<LogIn className="icon" size={16} />}
                >
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
        <section className="client-cards" aria-label="Client information">
          <Card
            title="Client information"
            action={
              may.edit ? (
                <LinkButton
                  to={paths.clientEdit(client.id)}
                  size={1}
                  preventScrollReset
                  icon={<Pencil className="icon" size={14} />}
                >
                  Edit
                </LinkButton>
              ) : null
            }
          >
            <Facts
              columns
              facts={[
                { label: "Email", value: client.email },
                { label: "Phone", value: client.phoneNo || "N/A" },
                { label: "Address", value: addressOf(client) || "N/A" },
                { label: "Provider id", value: client.importedId ?? "N/A" },
                ...client.paymentCustomers.map(({ account, customerId }) => ({
                  label: accountWords[account],
                  value: customerId ?? "N/A",
                })),
                { label: "Created", value: formatDateTime(client.createdAt) },
                { label: "Last login", value: formatDateTime(client.lastLogin) },
                { label: "Total orders", value: totals.ordersCount },
                { label: "Total order amount", value: formatCents(totals.sumOfOrderValues) },
              ]}
            />
            <div className="form-actions">
              <LinkButton to={paths.clientStatement(client.id)} size={1}>
                Account statement
              </LinkButton>
            </div>
          </Card>
          {may.edit ? <StatusForm client={client} /> : null}
          {client.passwordSet || !may.edit ? null : <Invitation clientId={client.id} />}
          {may.edit ? <AffiliateSwitch client={client} /> : null}
          <ClientNotes clientId={client.id} notes={client.notes} />
        </section>
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
            ]}
          />
          {tab === null ? <Alert tone="warning">Unknown Tab</Alert> : null}
          {tab?.name === "orders" ? <ClientOrders clientId={client.id} tab={tab} move={may.move} /> : null}
          {tab?.name === "subscriptions" ? <ClientSubscriptions clientId={client.id} tab={tab} /> : null}
        </div>
      </div>
      {children}
    </>
  );
}

const addressOf = ({ address, city, state, zipCode, country }: ClientDetails) =>
  [address, city, state, zipCode, country].filter(Boolean).join(", ");

/** Status and type; with script a choice is saved at once. */
function StatusForm({ client }: { client: ClientDetails }) {
  const submit = useSubmit();
  return (
    <Card title="Manage">
      <Form
        // A refused choice goes back to what is stored.
        key={client.version}
        method="post"
        action={paths.client(client.id)}
        className="client-status"
        preventScrollReset
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
      >
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="version" value={client.version} />
        <SelectField
          label="Status"
          name="userStatus"
          id="client-status"
          options={userStatuses.map((value) => ({ value, label: userStatusLabel(value) }))}
          defaultValue={client.userStatus}
        />
        <SelectField
          label="Client type"
          name="clientType"
          id="client-type"
          emptyLabel="None"
          options={clientTypes.map((value) => ({ value, label: clientTypeLabel(value) }))}
          defaultValue={client.clientType ?? ""}
        />
        <Button type="submit" className="noscript-only">
          Save
        </Button>
      </Form>
    </Card>
  );
}

function Invitation({ clientId }: { clientId: string }) {
  return (
    <Card title="Invitation">
      <p className="small">No password has been set yet.</p>
      <Form method="post" action={paths.client(clientId)} preventScrollReset>
        <SubmitButton
          name="intent"
          value="invite"
          variant="outline"
          pendingText="Sending"
          icon={<Mail className="icon" size={16} />}
        >
          Resend invitation
        </SubmitButton>
      </Form>
    </Card>
  );
}

function AffiliateSwitch({ client }: { client: ClientDetails }) {
  const submit = useSubmit();
  return (
    <Card
      title="Affiliate"
      action={
        <LinkButton to={paths.clientAffiliate(client.id)} size={1} preventScrollReset>
          View Details
        </LinkButton>
      }
    >
      <Form
        key={client.version}
        method="post"
        action={paths.client(client.id)}
        className="client-affiliate"
        preventScrollReset
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
      >
        <input type="hidden" name="intent" value="affiliate" />
        <input type="hidden" name="version" value={client.version} />
        <CheckboxField
          label="Affiliate"
          name="affiliate"
          id="client-affiliate"
          defaultChecked={client.affiliate}
          hint={client.affiliateCode ? `Code ${client.affiliateCode}` : "Gets a code when switched on"}
        />
        <div className="noscript-only">
          <Button type="submit">Save</Button>
        </div>
      </Form>
      {client.affiliate && client.commissions.length === 0 ? <Badge tone="warning">No commission set</Badge> : null}
    </Card>
  );
}

interface ClientSubscriptionsProps {
  clientId: string;
  tab: Shown & { page: Page<SubscriptionListRow> };
}

/** The client's subscriptions with their actions, whose dialogs lead back here. */
function ClientSubscriptions({ clientId, tab: { page, ...shown } }: ClientSubscriptionsProps) {
  const here = paths.clientTab(clientId, "subscriptions");
  if (page.totalElements === 0)
    return <EmptyState title="No subscriptions yet" text="A recurring order begins one with its first payment." />;
  return (
    <>
      <SubscriptionTable
        subscriptions={page.content}
        caption="Subscriptions of this client"
        clientId={clientId}
        search={new URLSearchParams({ returnTo: here }).toString()}
      />
      <ClientPages href={here} total={page.totalElements} {...shown} />
    </>
  );
}

/** Pages of a table on this page (document 2 section 9). */
function ClientPages({ href, total, number, size }: Shown & { href: string; total: number }) {
  return (
    <Pagination
      page={number}
      pageSize={size}
      total={total}
      sizes={CLIENT_TABLE_SIZES}
      sizeName="size"
      hrefFor={(next, rows) => {
        const [path, query] = href.split("?");
        const search = new URLSearchParams(query);
        if (rows !== 10) search.set("size", String(rows));
        if (next > 0) search.set("page", String(next + 1));
        return search.size ? `${path}?${search}` : href;
      }}
    />
  );
}

interface ClientOrdersProps {
  clientId: string;
  tab: Shown & { page: Page<OrderListRow> };
  move: boolean;
}

/** The client's orders; chosen ones can be moved to another client. */
function ClientOrders({ clientId, tab: { page, number, size }, move }: ClientOrdersProps) {
  if (page.totalElements === 0) return <EmptyState title="No orders yet" text="What this client buys appears here." />;
  if (page.content.length === 0)
    return (
      <EmptyState
        title="Nothing on this page"
        action={<LinkButton to={paths.client(clientId)}>Go to the first page</LinkButton>}
      />
    );
  return (
    <>
      {move ? (
        <Form method="get" action={paths.clientMove(clientId)} id={MOVE_FORM} preventScrollReset className="row-end">
          <Button type="submit">Move Order</Button>
        </Form>
      ) : null}
      <OrderTable
        // Another page is another choice.
        key={`${number} ${size}`}
        orders={page.content}
        caption="Orders of this client"
        staff
        client={false}
        selectFor={move ? MOVE_FORM : undefined}
      />
      <ClientPages href={paths.client(clientId)} total={page.totalElements} number={number} size={size} />
    </>
  );
}
