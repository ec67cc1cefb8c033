import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import type { OrderHistoryEntry } from "~/domain/orders/orderHistory";
import type { OrderInvoice } from "~/domain/orders/orderInvoice";
import { staffTransitions } from "~/domain/orders/orderStates";
import { activeStep } from "~/domain/orders/subStatusRule";
import type { RefundOfOrder } from "~/domain/refunds/orderRefunds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Stepper } from "~/ui/card/Stepper";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { OrderEditForm } from "./OrderEditForm";
import { OrderFacts } from "./OrderFacts";
import { OrderHistory } from "./OrderHistory";
import { OrderInvoicePanel } from "./OrderInvoicePanel";
import { OrderProjects } from "./OrderProjects";
import { OrderStatus } from "./OrderStatus";

export interface OrderViewProps {
  order: CustomerOrder | StaffOrder;
  invoice: OrderInvoice | null;
  assignees: readonly { id: string; name: string }[];
  uploadUrl: string | null;
  /** The tab of the address; null for one that does not exist. */
  tab: "details" | "reports" | "history" | null;
  /** The page of the history that is shown, for staff who ask for it. */
  history: { entries: OrderHistoryEntry[]; page: number; more: boolean } | null;
  refunds: RefundOfOrder[];
  may: { reopen: boolean; refund: boolean; openClient: boolean };
  lastResult?: SubmissionResult;
  /** A dialog over the page. */
  children: ReactNode;
}

/** One order (document 2 section 2): steps over two columns, tabs, and a side panel of facts. */
export function OrderView(props: OrderViewProps) {
  const { order, invoice, assignees, uploadUrl, tab, history, refunds, may, lastResult, children } = props;
  const staff = order.view === "staff";
  const open = order.status !== "Cancelled";
  return (
    <>
      <PageHeader
        back={{ href: paths.orders(), label: "Orders" }}
        title={`Order ${order.number}`}
        badge={<OrderStatus status={order.status} />}
        help={order.serviceName}
        action={<OrderAction order={order} reopen={may.reopen} />}
      />
      {order.subStatuses.length > 0 ? <Steps order={order} /> : null}
      <div className="with-panel">
        <div className="stack">
          <Tabs
            label="Order"
            tabs={[
              { label: "Order Details", href: paths.order(order.id), active: tab === "details" },
              ...(staff ? [{ label: "History", href: paths.orderHistory(order.id), active: tab === "history" }] : []),
            ]}
          />
          {tab === "details" ? (
            <>
              <Notices order={order} />
              <OrderInvoicePanel items={order.items} invoice={invoice} total={order.total} />
              <OrderProjects
                orderId={order.id}
                side={open ? (staff ? "ADMIN" : "CUSTOMER") : null}
                adds={order.asksIntake && open && !order.payable}
                projects={order.projects}
                uploadUrl={uploadUrl}
                asked={order.takesEntries}
                addHref={
                  !staff && order.takesEntries && open && !order.payable ? paths.checkoutSuccess(order.id) : null
                }
              />
            </>
          ) : history ? (
            <OrderHistory orderId={order.id} {...history} />
          ) : (
            <Alert tone="warning">Unknown Tab</Alert>
          )}
        </div>
        <aside className="stack" aria-label="Order information">
          {staff ? (
            <section className="card no-print">
              <div className="card-head">
                <h2>Manage</h2>
              </div>
              <OrderEditForm
                // A saved order starts the form anew; one that was refused keeps what was typed.
                key={String(lastResult?.initialValue?.version ?? order.version)}
                order={order}
                assignees={assignees}
                lastResult={lastResult}
              />
            </section>
          ) : null}
          <OrderFacts order={order} refunds={refunds} clientLink={may.openClient} refundable={may.refund} />
        </aside>
      </div>
      {children}
    </>
  );
}

function OrderAction({ order, reopen }: { order: CustomerOrder | StaffOrder; reopen: boolean }) {
  if (order.view === "customer")
    return order.payable ? (
      <LinkButton to={paths.orderPay(order.id)} variant="solid">
        Resume payment
      </LinkButton>
    ) : null;
  if (reopen && order.status === "Cancelled")
    return (
      <LinkButton to={paths.orderReopen(order.id)} preventScrollReset>
        Reopen order
      </LinkButton>
    );
  return staffTransitions[order.status].includes("Cancelled") ? (
    <LinkButton to={paths.orderCancel(order.id)} preventScrollReset>
      Cancel order
    </LinkButton>
  ) : null;
}

function Steps({ order }: { order: CustomerOrder | StaffOrder }) {
  const current = activeStep(order.subStatuses);
  return (
    <Card>
      <Stepper
        label="Progress of the order"
        steps={[...order.subStatuses]
          .sort((a, b) => a.sequence - b.sequence)
          .map((step) => ({
            label: step.name,
            state: step.sequence === current?.sequence ? "current" : step.completed ? "done" : "ahead",
          }))}
      />
    </Card>
  );
}

function Notices({ order }: { order: CustomerOrder | StaffOrder }) {
  if (order.status === "Cancelled")
    return (
      <Alert tone="neutral" title="This order is cancelled">
        {order.cancelReason}
      </Alert>
    );
  if (order.view === "staff") return null;
  if (order.payable)
    return (
      <Alert
        tone={order.status === "Payment_Failed" ? "danger" : "warning"}
        title={order.status === "Payment_Failed" ? "Your payment did not go through" : "This order is not paid yet"}
      >
        We start as soon as it is paid.
      </Alert>
    );
  if (order.status !== "Inputs_Required") return null;
  return (
    <Alert
      tone="warning"
      title="We need your input"
      action={
        <LinkButton to={paths.checkoutSuccess(order.id)} variant="solid">
          Add project details
        </LinkButton>
      }
    >
      Tell us about your project, and we start on it.
    </Alert>
  );
}
