import type { SubmissionResult } from "@conform-to/react";
import { Form, useLocation } from "@remix-run/react";
import { CLIENT_TABLE_SIZES } from "~/domain/clients/clientList";
import type { CommissionListRow } from "~/domain/commissions/findCommissions";
import type { OrderListRow } from "~/domain/orders/findOrders";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { CommissionTable } from "~/features/commissions/CommissionTable";
import { StatusBar } from "~/features/commissions/StatusBar";
import { OrderTable } from "~/features/orders/OrderTable";
import { SubscriptionTable } from "~/features/subscriptions/SubscriptionTable";
import { MAX_PAGED, type Page } from "~/list/defineList";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { useNavigationKey } from "~/ui/form/useActionResult";
import { ListBody } from "~/ui/list/ListBody";
import { Pagination } from "~/ui/list/Pagination";
import { tickedIn } from "~/ui/list/tickedIn";

const MOVE_FORM = "move-orders-of-client";

/** Page number (zero-based) and size. */
export interface Shown {
  number: number;
  size: number;
}

interface ClientSubscriptionsProps {
  clientId: string;
  tab: Shown & { page: Page<SubscriptionListRow> | null };
}

/** The client's subscriptions with their actions. Dialogs return to this page. */
export function ClientSubscriptions({ clientId, tab: { page, ...shown } }: ClientSubscriptionsProps) {
  const here = paths.clientTab(clientId, "subscriptions");
  return (
    <>
      <ListBody
        page={page}
        firstHref={here}
        empty={{
          title: "No subscriptions yet",
          text: "A subscription starts with the first payment of a recurring order.",
          action: <LinkButton to={paths.services()}>Show services</LinkButton>,
        }}
        table={(subscriptions) => (
          <SubscriptionTable
            subscriptions={subscriptions}
            caption="Subscriptions of this client"
            clientId={clientId}
            search={new URLSearchParams({ returnTo: here }).toString()}
          />
        )}
      />
      <ClientPages href={here} total={page?.totalElements ?? 0} {...shown} />
    </>
  );
}

interface ClientCommissionsProps {
  clientId: string;
  /** `now` in ms UTC. */
  tab: Shown & { page: Page<CommissionListRow> | null; now: number };
  takesBack: boolean;
  lastResult?: SubmissionResult;
}

const STATUS_FORM = "chosen-commissions";

/** The client's commissions as an affiliate. Staff can set the status of selected ones. */
export function ClientCommissions({
  clientId,
  tab: { page, now, ...shown },
  takesBack,
  lastResult,
}: ClientCommissionsProps) {
  const here = paths.clientTab(clientId, "commissions");
  const location = useLocation();
  const formKey = useNavigationKey();
  return (
    <>
      <ListBody
        page={page}
        firstHref={here}
        empty={{
          title: "No commissions yet",
          text: "This client's affiliate commissions appear here.",
          action: (
            <LinkButton to={`${paths.trafficLogs()}?referrerClientId=${clientId}`}>
              Show visits of their link
            </LinkButton>
          ),
        }}
        table={(commissions) => (
          // A new URL or a successful update clears the selection. A failed post keeps it.
          <div className="stack-small">
            <StatusBar
              key={formKey}
              id={STATUS_FORM}
              action={location.pathname + location.search}
              takesBack={takesBack}
              lastResult={lastResult}
              rows={commissions}
            />
            <CommissionTable
              commissions={commissions}
              caption="Commissions of this client"
              affiliate={false}
              selectFor={STATUS_FORM}
              ticked={tickedIn(lastResult, "commission")}
              round={formKey}
              now={now}
            />
          </div>
        )}
      />
      <ClientPages href={here} total={page?.totalElements ?? 0} {...shown} />
    </>
  );
}

function ClientPages({ href, total, number, size }: Shown & { href: string; total: number }) {
  if (total === 0) return null;
  return (
    <Pagination
      page={number}
      pageSize={size}
      total={total}
      sizes={CLIENT_TABLE_SIZES}
      sizeName="size"
      reach={MAX_PAGED}
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
  tab: Shown & { page: Page<OrderListRow> | null };
  move: boolean;
}

/** The client's orders. Staff can move selected ones to another client. */
export function ClientOrders({ clientId, tab: { page, number, size }, move }: ClientOrdersProps) {
  return (
    <>
      <ListBody
        page={page}
        firstHref={paths.client(clientId)}
        empty={{
          title: "No orders yet",
          text: "This client's orders appear here.",
          action: <LinkButton to={`${paths.orderNew()}?clientId=${clientId}`}>Create their first order</LinkButton>,
        }}
        table={(orders) => (
          <>
            {move ? (
              <Form
                method="get"
                action={paths.clientMove(clientId)}
                id={MOVE_FORM}
                preventScrollReset
                className="row-end"
              >
                <Button type="submit">Move Order</Button>
              </Form>
            ) : null}
            <OrderTable
              // Clears the selection on another page.
              key={`${number} ${size}`}
              orders={orders}
              caption="Orders of this client"
              staff
              client={false}
              selectFor={move ? MOVE_FORM : undefined}
            />
          </>
        )}
      />
      <ClientPages href={paths.client(clientId)} total={page?.totalElements ?? 0} number={number} size={size} />
    </>
  );
}
