import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ServiceQuery, serviceList } from "~/domain/catalogue/serviceList";
import {
  paymentTypeLabel,
  type ServicePaymentType,
  type ServiceType,
  serviceTypeLabel,
  serviceTypes,
} from "~/domain/catalogue/serviceTypes";
import type { Cents } from "~/domain/money";
import { ListViews } from "~/features/views/ListViews";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { ServiceRowMenu } from "./ServiceRowMenu";
import "./services.css";

interface ListedService {
  id: string;
  name: string;
  visible: boolean;
  imageUrl: string | null;
  paymentTypes: readonly ServicePaymentType[];
  /** Null without packages: customers cannot order it. */
  fromPrice: Cents | null;
  /** `more`: there are at least that many. */
  orders: { count: number; more: boolean };
  checkoutUrl: string;
}

interface ServiceListViewProps {
  query: ServiceQuery;
  /** Null when the query failed. */
  page: Page<ListedService> | null;
  /** Services of the custom type, which the list leaves out until it is asked for them; 0 in a list with them. */
  customServices: number;
  /** True when the viewer may create invoices here. */
  invoices: boolean;
  /** A dialog over the list. */
  children?: ReactNode;
}

const list = paths.services();

const paymentText = (types: readonly ServicePaymentType[]) =>
  types.length > 1 ? "One-time or recurring" : types.map(paymentTypeLabel).join("");

const columns = [
  { key: "service", label: "Service" },
  { key: "price", label: "Price" },
  { key: "recurring", label: "Payment" },
  { key: "visible", label: "In the catalog" },
  { key: "orders", label: "Orders", align: "right" as const },
];

export function ServiceListView({ query, page, customServices, invoices, children }: ServiceListViewProps) {
  const [search] = useSearchParams();
  const chosen = (key: "serviceType" | "name") => {
    const filter = query.filters.find((one) => one.key === key);
    return filter && "value" in filter ? String(filter.value) : "";
  };
  const name = chosen("name");
  const type = chosen("serviceType") as ServiceType;
  const chips = filterChips({
    list: serviceList,
    filters: query.filters,
    href: list,
    search,
    nameOf: (key, value) => (key === "serviceType" ? serviceTypeLabel(value as ServiceType) : String(value)),
  });
  const addService = (
    <LinkButton to={paths.serviceNew()} variant="solid" icon={<Icon name="plus" />}>
      Add Service
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Services"
        help={
          customServices > 0 ? (
            <Link to={`${list}?serviceType=CUSTOM`}>
              {customServices === 1 ? "1 custom service" : `${formatNumber(customServices)} custom services`}
            </Link>
          ) : undefined
        }
        views={<ListViews list={list} />}
        action={
          <>
            <LinkButton to={paths.servicesArrange() + (search.size > 0 ? `?${search}` : "")} preventScrollReset>
              Arrange
            </LinkButton>
            {addService}
          </>
        }
        filters={
          <FilterBar action={list} clearHref={list}>
            <SelectField
              label="Service Type"
              name="serviceType"
              options={[
                ...serviceTypes.map((value) => ({ value, label: serviceTypeLabel(value) })),
                { value: "ALL", label: "All" },
              ]}
              defaultValue={type || "ALL"}
            />
            <TextField label="Service Name" name="name" type="search" autoComplete="off" defaultValue={name} />
          </FilterBar>
        }
        chips={chips}
        href={list}
        list={serviceList}
        query={query}
        page={page}
        failure="An error occurred while fetching services. Please try again."
        noun="services"
        empty={{ title: "No services yet", text: "Services customers can buy appear here.", action: addService }}
        table={(services) => (
          <DataTable
            caption="Services"
            columns={columns}
            rows={services.map((service) => ({
              key: service.id,
              href: paths.serviceEdit(service.id),
              cells: {
                service: (
                  <span className="service-name">
                    {service.imageUrl ? (
                      <img src={service.imageUrl} alt="" width={48} height={27} loading="lazy" />
                    ) : (
                      <span aria-hidden="true" />
                    )}
                    {service.name}
                  </span>
                ),
                price:
                  service.fromPrice === null ? (
                    <Badge tone="warning">No packages</Badge>
                  ) : (
                    `From ${formatCents(service.fromPrice)}`
                  ),
                recurring: paymentText(service.paymentTypes),
                orders:
                  service.orders.count === 0 ? (
                    "0"
                  ) : (
                    <a className="cell-link" href={`${paths.orders()}?serviceId=${service.id}`}>
                      {formatNumber(service.orders.count)}
                      {service.orders.more ? "+" : ""}
                      <span className="visually-hidden"> orders of {service.name}</span>
                    </a>
                  ),
                visible: service.visible ? "Visible" : <Badge>Hidden</Badge>,
              },
              actions: <ServiceRowMenu service={service} search={search.toString()} invoices={invoices} />,
            }))}
          />
        )}
      />
      {children}
    </>
  );
}
