import { useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { type ServiceQuery, serviceList } from "~/domain/catalogue/serviceList";
import { type ServiceType, serviceTypeLabel, serviceTypes } from "~/domain/catalogue/serviceTypes";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";
import { ServiceRowMenu } from "./ServiceRowMenu";

export interface ServiceListViewProps {
  query: ServiceQuery;
  /** Null when the services could not be read. */
  page: Page<{ id: string; name: string; visible: boolean; checkoutUrl: string }> | null;
  /** Whether invoices can be made here by this person. */
  invoices: boolean;
  /** A dialog over the list. */
  children?: ReactNode;
}

/** The services as staff see them (document 1 section 2): the state of the list is its address. */
export function ServiceListView({ query, page, invoices, children }: ServiceListViewProps) {
  const [search] = useSearchParams();
  const chosen = (key: "serviceType" | "name") => {
    const filter = query.filters.find((one) => one.key === key);
    return filter && "value" in filter ? String(filter.value) : "";
  };
  const name = chosen("name");
  const type = chosen("serviceType") as ServiceType;
  const size = search.get("size");
  const chips = [
    ...(!type || type === serviceList.defaultFilters?.serviceType
      ? []
      : [
          {
            label: `${serviceList.filters.serviceType.label}: ${serviceTypeLabel(type)}`,
            removeHref: paths.services() + listToSearch(search, { serviceType: null }),
          },
        ]),
    ...(name
      ? [
          {
            label: `${serviceList.filters.name.label}: ${name}`,
            removeHref: paths.services() + listToSearch(search, { name: null }),
          },
        ]
      : []),
  ];
  const addService = (
    <LinkButton to={paths.serviceNew()} variant="solid" icon={<Plus className="icon" size={16} />}>
      Add Service
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Services"
        action={addService}
        filters={
          <FilterBar
            action={paths.services()}
            clearHref={paths.services()}
            keep={size ? [{ name: "size", value: size }] : []}
          >
            <SelectField
              label="Service Type"
              name="serviceType"
              options={serviceTypes.map((value) => ({ value, label: serviceTypeLabel(value) }))}
              defaultValue={type}
            />
            <TextField label="Service Name" name="name" type="search" autoComplete="off" defaultValue={name} />
          </FilterBar>
        }
        chips={<ActiveFilters filters={chips} clearHref={paths.services()} />}
        table={
          page === null ? (
            <Alert tone="danger">An error occurred while fetching services. Please try again.</Alert>
          ) : page.content.length > 0 ? (
            <DataTable
              caption="Services"
              columns={[{ key: "service", label: "Service" }]}
              rows={page.content.map((service) => ({
                key: service.id,
                href: paths.serviceEdit(service.id),
                cells: {
                  service: (
                    <>
                      {service.name} {service.visible ? null : <Badge>Hidden</Badge>}
                    </>
                  ),
                },
                actions: <ServiceRowMenu service={service} search={search.toString()} invoices={invoices} />,
              }))}
            />
          ) : (
            <NoServices filtered={chips.length > 0} total={page.totalElements} action={addService} />
          )
        }
        pagination={
          page && page.totalElements > 0 ? (
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={page.totalElements}
              sizes={serviceList.pageSizes}
              sizeName="size"
              hrefFor={pageHref(paths.services(), search, serviceList)}
            />
          ) : undefined
        }
      />
      {children}
    </>
  );
}

function NoServices({ filtered, total, action }: { filtered: boolean; total: number; action: ReactNode }) {
  const start = <LinkButton to={paths.services()}>Reset Filters</LinkButton>;
  if (total > 0)
    return <EmptyState title="Nothing on this page" action={<LinkButton to="?">Go to the first page</LinkButton>} />;
  if (filtered)
    return <EmptyState title="No services match" text="Change the filters, or start over." action={start} />;
  return <EmptyState title="No services yet" text="What customers can buy appears here." action={action} />;
}
