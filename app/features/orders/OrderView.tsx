import type { ReactNode } from "react";
import { AGAIN } from "~/domain/checkout/checkoutQuery";
import type { OrderCredit } from "~/domain/commissions/commissionDetails";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { ImportedMessage, OrderMessage } from "~/domain/messages/orderMessage";
import type { OrderReport } from "~/domain/orderReports/orderReport";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import type { OrderInvoice } from "~/domain/orders/orderInvoice";
import { activeStep } from "~/domain/orders/subStatusRule";
import type { RefundOfOrder } from "~/domain/refunds/orderRefunds";
import type { Stretch } from "~/domain/stretch";
import { OrderCreditCard } from "~/features/commissions/OrderCreditCard";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Stepper } from "~/ui/card/Stepper";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import type { DisputeAlert } from "./disputeAlert.server";
import { OrderAction } from "./OrderAction";
import { OrderApproval } from "./OrderApproval";
import { OrderEditForm } from "./OrderEditForm";
import { OrderFacts } from "./OrderFacts";
import { OrderHistory, type OrderHistoryProps } from "./OrderHistory";
import { OrderInvoicePanel } from "./OrderInvoicePanel";
import { OrderMessages } from "./OrderMessages";
import { OrderNotices } from "./OrderNotices";
import { OrderProjects } from "./OrderProjects";
import { OrderReports } from "./OrderReports";
import { OrderStatus } from "./OrderStatus";
import type { OrderFormAnswer, OrderIntent } from "./orderForms";
import { orderHref } from "./orderHref";

export type OrderTab = "details" | "reports" | "history";

export interface OrderViewProps {
  order: CustomerOrder | StaffOrder;
  invoice: OrderInvoice | null;
  assignees: readonly { id: string; name: string }[];
  uploadUrl: string | null;
  /** Own names of the uploaded files, by address. */
  fileNames: Record<string, string>;
  /** The tab named in the URL; null for an unknown one. */
  tab: OrderTab | null;
  /** The requested page of the history, for staff. */
  history: Omit<OrderHistoryProps, "place"> | null;
  refunds: RefundOfOrder[];
  /** Staff only. */
  disputes: DisputeAlert[];
  /** Staff only. Null when no affiliate earns on the order. */
  credit: OrderCredit | null;
  /** Messages and deliverables. A part is null when its query failed. */
  work: {
    thread: MessageThread;
    messages: Stretch<OrderMessage> | null;
    imported: ImportedMessage[] | null;
    reports: (Stretch<OrderReport> & { newestId: string | null }) | null;
    stamp: string | null;
    formKey: string;
  };
  /** The order may be paid already; the provider has not confirmed it. */
  paymentPending: boolean;
  may: { reopen: boolean; refund: boolean; openClient: boolean };
  /** The answer to one of the page's forms: the order's own has no intent. */
  posted?: OrderFormAnswer;
  /** A dialog over the page. */
  children: ReactNode;
}

/** One order: the steps, then tabs with a side panel of facts. */
export function OrderView(props: OrderViewProps) {
  const {
    order,
    invoice,
    assignees,
    uploadUrl,
    fileNames,
    tab,
    history,
    refunds,
    disputes,
    credit,
    paymentPending,
    may,
    children,
    work,
    posted,
  } = props;
  const staff = order.view === "staff";
  const place = { orderId: order.id, tab, thread: work.thread };
  const answerTo = (...intents: OrderIntent[]) =>
    intents.some((intent) => intent === posted?.intent) ? posted : undefined;
  const lastResult = posted?.intent ? undefined : posted?.result;
  const open = order.status !== "Cancelled";
  return (
    <>
      <PageHeader
        back={{ href: paths.orders(), label: "Orders" }}
        title={`Order ${order.number}`}
        badge={<OrderStatus status={order.status} />}
        help={order.serviceName}
        action={
          <>
            {staff ? (
              <LinkButton to={`${orderHref(place)}#manage`} className="manage-jump">
                Manage
              </LinkButton>
            ) : null}
            <OrderAction order={order} place={place} paymentPending={paymentPending} reopen={may.reopen} />
          </>
        }
      />
      {disputes.map(({ id, tone, title, lines }) => (
        <Alert key={id} tone={tone} title={title}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      ))}
      {order.subStatuses.length > 0 ? <Steps order={order} /> : null}
      <div className="with-panel">
        <div className="stack">
          <Tabs
            label="Order"
            tabs={[
              { label: "Order Details", href: orderHref({ ...place, tab: "details" }), active: tab === "details" },
              { label: "Reports", href: orderHref({ ...place, tab: "reports" }), active: tab === "reports" },
              ...(staff
                ? [{ label: "History", href: orderHref({ ...place, tab: "history" }), active: tab === "history" }]
                : []),
            ]}
          />
          {tab === "details" || tab === "reports" ? (
            <OrderApproval
              // Resets the form only when the approval changes, so that no other update discards what the customer
              // types.
              key={`approval ${order.approvedAt} ${order.changeRequests}`}
              place={place}
              staff={staff}
              order={order}
              reports={deliveredIds(work.reports)}
              formKey={work.formKey}
              answer={answerTo("approve", "changes")}
            />
          ) : null}
          {tab === "details" ? (
            <>
              <OrderNotices order={order} paymentPending={paymentPending} />
              <OrderProjects
                side={open ? (staff ? "ADMIN" : "CUSTOMER") : null}
                adds={order.asksIntake && open && !order.payable}
                place={place}
                projects={order.projects}
                entries={order.entries}
                uploadUrl={uploadUrl}
                fileNames={fileNames}
                asked={order.takesEntries}
                uploadHref={
                  !staff && order.takesEntries && open && !order.payable
                    ? `${paths.checkoutSuccess(order.id)}&details=upload&${AGAIN}=1`
                    : null
                }
              />
            </>
          ) : tab === "reports" ? (
            <OrderReports place={place} staff={staff} reports={work.reports} answer={answerTo("report")} />
          ) : history ? (
            <OrderHistory place={place} {...history} />
          ) : (
            <Alert tone="warning">Unknown Tab</Alert>
          )}
          {tab === "details" || tab === "reports" ? (
            <OrderMessages
              place={place}
              staff={staff}
              messages={work.messages}
              imported={work.imported}
              stamp={work.stamp}
              formKey={work.formKey}
              answer={answerTo("message")}
            />
          ) : null}
          {tab === "details" ? <OrderInvoicePanel items={order.items} invoice={invoice} total={order.total} /> : null}
        </div>
        <aside className="stack" aria-label="Order information">
          {staff ? (
            <section className="card no-print" id="manage">
              <div className="card-head">
                <h2>Manage</h2>
              </div>
              <OrderEditForm
                // A saved order resets the form. A rejected one keeps what was typed.
                key={String(lastResult?.initialValue?.version ?? order.version)}
                order={order}
                assignees={assignees}
                lastResult={lastResult}
              />
            </section>
          ) : null}
          <OrderFacts order={order} refunds={refunds} clientLink={may.openClient} refundable={may.refund} />
          {credit ? <OrderCreditCard credit={credit} /> : null}
        </aside>
      </div>
      {children}
    </>
  );
}

/** The delivered reports, the newest last, also on a page that shows earlier ones. */
function deliveredIds(reports: OrderViewProps["work"]["reports"]): { id: string }[] {
  if (!reports?.newestId) return [];
  return reports.later ? [...reports.rows, { id: reports.newestId }] : reports.rows;
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
            done: step.completed,
            current: step.sequence === current?.sequence,
          }))}
      />
    </Card>
  );
}
