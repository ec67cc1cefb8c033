import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AGAIN_PARAM } from "~/domain/checkout/checkoutQuery";
import type { CursorPage } from "~/domain/cursorPage";
import { detailsLock } from "~/domain/intake/entryTexts";
import type { ComposerParts } from "~/domain/messages/composerParts";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { ImportedMessage, OrderMessage } from "~/domain/messages/orderMessage";
import type { OrderReport } from "~/domain/orderReports/orderReport";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import type { OrderInvoice } from "~/domain/orders/orderInvoice";
import type { OrderNeighbors } from "~/domain/orders/orderNeighbors";
import { hasDeadline } from "~/domain/orders/orderStates";
import { activeStep } from "~/domain/orders/subStatusRule";
import type { RefundOfOrder } from "~/domain/refunds/orderRefunds";
import type { SourceFact } from "~/features/affiliates/referralFacts";
import type { CreditView } from "~/features/commissions/creditView.server";
import { OrderCreditCard } from "~/features/commissions/OrderCreditCard";
import { LazyPlacementsTab } from "~/features/placements/LazyPlacementsTab";
import type { PlacementsTabProps } from "~/features/placements/PlacementsTab";
import { paths, samePlace } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Stepper } from "~/ui/card/Stepper";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import type { DisputeAlert } from "./disputeAlert.server";
import { LazyOrderEditForm } from "./LazyOrderEditForm";
import { OrderAction } from "./OrderAction";
import { OrderApproval } from "./OrderApproval";
import { OrderFacts } from "./OrderFacts";
import { OrderHistory, type OrderHistoryProps } from "./OrderHistory";
import { OrderInvoicePanel } from "./OrderInvoicePanel";
import { OrderMessages } from "./OrderMessages";
import { OrderNotices } from "./OrderNotices";
import { OrderProjects } from "./OrderProjects";
import { OrderReports } from "./OrderReports";
import { OrderStatus } from "./OrderStatus";
import type { OrderFormAnswer, OrderIntent } from "./orderForms";
import { type OrderPlace, orderHref, pageBefore } from "./orderHref";

export type OrderTab = "details" | "reports" | "placements" | "history";

interface OrderViewProps {
  order: CustomerOrder | StaffOrder;
  invoice: OrderInvoice | null;
  assignees: readonly { id: string; name: string }[];
  /** ms UTC. */
  now: number;
  uploadUrl: string | null;
  /** Own names of the uploaded files, by address. */
  fileNames: Record<string, string>;
  /** The tab named in the URL; null for an unknown one. */
  tab: OrderTab | null;
  /** The requested page of the history, for staff. */
  history: Omit<OrderHistoryProps, "place"> | null;
  /** The requested page of the links. */
  placements: Pick<PlacementsTabProps, "links" | "page" | "pageSize" | "now"> | null;
  /** The orders around this one in the list that it was opened from, for staff. */
  neighbors: OrderNeighbors | null;
  /** That list's query, or the work queue's path. */
  from: string | null;
  refunds: RefundOfOrder[];
  /** Staff only. */
  disputes: DisputeAlert[];
  /** Staff only. Null when no affiliate earns on the order. */
  credit: CreditView | null;
  /** Staff only. */
  source: SourceFact[];
  /** Messages and deliverables. A part is null when its query failed. */
  work: {
    thread: MessageThread;
    messages: CursorPage<OrderMessage> | null;
    imported: ImportedMessage[] | null;
    reports: (CursorPage<OrderReport> & { newestId: string | null }) | null;
    composer: ComposerParts;
    quote?: string;
    stamp: string | null;
    formKey: string;
  };
  /** The order may be paid already; the provider has not confirmed it. */
  paymentPending: boolean;
  /** Staff only: where the client pays an order that staff created. */
  payUrl: string | null;
  /** Staff only: its deadline has passed. */
  overdue: boolean;
  may: { reopen: boolean; refund: boolean; openClient: boolean; evidence: boolean };
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
    now,
    uploadUrl,
    fileNames,
    tab,
    history,
    placements,
    refunds,
    disputes,
    credit,
    source,
    paymentPending,
    payUrl,
    overdue,
    may,
    children,
    work,
    posted,
    neighbors,
    from,
  } = props;
  const { search } = useLocation();
  const staff = order.view === "staff";
  const place = { orderId: order.id, tab, thread: work.thread, from };
  const answerTo = (...intents: OrderIntent[]) =>
    intents.some((intent) => intent === posted?.intent) ? posted : undefined;
  const lastResult = posted?.intent ? undefined : posted?.result;
  const open = order.status !== "Cancelled";
  const lock = detailsLock(order.status, staff ? "ADMIN" : "CUSTOMER");
  return (
    <>
      <PageHeader
        back={pageBefore(from)}
        title={`Order ${order.number}`}
        badge={<OrderStatus status={order.status} />}
        help={order.serviceName}
        action={
          <>
            {neighbors ? <OrderSteps place={place} {...neighbors} /> : null}
            {staff ? (
              <LinkButton to={`${orderHref(place)}#manage`} className="manage-jump">
                Manage
              </LinkButton>
            ) : null}
            <OrderAction order={order} place={place} paymentPending={paymentPending} reopen={may.reopen} />
          </>
        }
      />
      {disputes.map(({ id, tone, title, lines, answerHref }) => (
        <Alert
          key={id}
          tone={tone}
          title={title}
          action={
            answerHref ? (
              <Form method="post" action={`${answerHref}?intent=prepare`} className="no-print" unguarded>
                <SubmitButton variant="outline" pendingText="Preparing">
                  Prepare answer
                </SubmitButton>
              </Form>
            ) : null
          }
        >
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
              ...(order.links
                ? [{ label: "Placements", href: paths.orderPlacements(order.id), active: tab === "placements" }]
                : []),
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
              <OrderNotices order={order} paymentPending={paymentPending} payUrl={payUrl} />
              <OrderProjects
                side={lock ? null : staff ? "ADMIN" : "CUSTOMER"}
                adds={order.asksIntake && !lock && !order.payable}
                place={place}
                projects={order.projects}
                entries={order.entries}
                uploadUrl={uploadUrl}
                fileNames={fileNames}
                asked={order.takesEntries}
                lock={open ? lock : null}
                uploadHref={
                  !staff && order.takesEntries && !lock && !order.payable
                    ? `${paths.checkoutSuccess(order.id)}&details=upload&${AGAIN_PARAM}=1`
                    : null
                }
              />
            </>
          ) : tab === "reports" ? (
            <OrderReports place={place} staff={staff} reports={work.reports} answer={answerTo("report")} />
          ) : placements && order.links ? (
            <LazyPlacementsTab
              orderId={order.id}
              staff={staff}
              open={open && !order.payable}
              counts={order.links}
              assignees={assignees}
              {...placements}
            />
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
              composer={work.composer}
              stamp={work.stamp}
              formKey={work.formKey}
              team={assignees}
              quote={work.quote}
              answer={answerTo("message", "draft", "insert")}
            />
          ) : null}
          {tab === "details" ? <OrderInvoicePanel {...order} invoice={invoice} /> : null}
        </div>
        <aside className="stack" aria-label="Order information">
          {staff ? (
            <section className="card no-print" id="manage">
              <div className="card-head">
                <h2>Manage</h2>
                {hasDeadline(order.status) && !order.links ? (
                  <LinkButton to={samePlace(paths.orderDeadline(order.id), search)} size={1} preventScrollReset>
                    Change deadline
                  </LinkButton>
                ) : null}
              </div>
              <LazyOrderEditForm
                // A saved order resets the form. A rejected one keeps what was typed.
                key={String(lastResult?.initialValue?.version ?? order.version)}
                order={order}
                assignees={assignees}
                now={now}
                lastResult={lastResult}
              />
            </section>
          ) : null}
          <OrderFacts
            order={order}
            refunds={refunds}
            source={source}
            clientLink={may.openClient}
            refundable={may.refund}
            overdue={overdue}
          />
          {credit ? <OrderCreditCard credit={credit} /> : null}
          {may.evidence ? (
            <Card
              title="Evidence"
              action={
                <LinkButton to={paths.orderEvidence(order.id)} size={1} reloadDocument icon={<Icon name="download" />}>
                  Download
                </LinkButton>
              }
            >
              <p>Everything that the client ordered, approved and received, as one signed zip.</p>
            </Card>
          ) : null}
        </aside>
      </div>
      {children}
    </>
  );
}

/** Links to the orders before and after this one in its list. */
function OrderSteps({ place, previous, next }: OrderNeighbors & { place: OrderPlace }) {
  const step = (orderId: string | null, label: string, rel: "prev" | "next") =>
    orderId ? (
      <LinkButton
        to={orderHref({ ...place, orderId })}
        className="button-icon"
        rel={rel}
        aria-label={label}
        title={label}
        icon={<Icon name={rel === "prev" ? "chevron-left" : "chevron-right"} />}
      />
    ) : null;
  return (
    <>
      {step(previous, "Previous order", "prev")}
      {step(next, "Next order", "next")}
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
