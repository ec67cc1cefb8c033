import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { ServiceRowMenu } from "./ServiceRowMenu";

export type ServiceTab = "service" | "packages" | "intakeForm" | "customerInterface";

interface ServiceFrameProps {
  /** Null while the service is being created. */
  service: { id: string; name: string; visible: boolean; hasPackages?: boolean } | null;
  tab: ServiceTab;
  /** Absent while the service is being created, or could not be read. */
  menu?: { checkoutUrl: string; invoices: boolean };
  children: ReactNode;
}

/**
 * The four tabs of a service, each its own page. All but the first need the service to exist; Customer Interface
 * needs it to be visible.
 */
export function ServiceFrame({ service, tab, menu, children }: ServiceFrameProps) {
  return (
    <>
      <PageHeader
        back={{ href: paths.services(), label: "Services" }}
        title={service?.name ?? "Add Service"}
        action={
          service && menu ? (
            <>
              <LinkButton to={paths.serviceLink(service.id)} icon={<Icon name="copy" />}>
                Copy link
              </LinkButton>
              <ServiceRowMenu
                service={{ id: service.id, name: service.name, checkoutUrl: menu.checkoutUrl }}
                search="serviceType=ALL"
                invoices={menu.invoices}
              />
            </>
          ) : null
        }
      />
      <Tabs
        label="Service"
        tabs={[
          {
            label: "Service",
            href: service ? paths.serviceEdit(service.id) : paths.serviceNew(),
            active: tab === "service",
          },
          {
            label: "Packages",
            href: service ? paths.servicePackages(service.id) : "#packages",
            active: tab === "packages",
            disabled: !service,
          },
          {
            label: "Intake Form",
            href: service ? paths.serviceIntakeForm(service.id) : "#intake-form",
            active: tab === "intakeForm",
            disabled: !service,
          },
          {
            label: "Customer Interface",
            href: service ? paths.serviceCustomerInterface(service.id) : "#customer-interface",
            active: tab === "customerInterface",
            disabled: !service?.visible,
          },
        ]}
      />
      {service ? <Checklist {...service} /> : null}
      {children}
    </>
  );
}

/** Lists the steps that are missing before customers can order the service. */
function Checklist({ id, visible, hasPackages }: NonNullable<ServiceFrameProps["service"]>) {
  if (visible && hasPackages !== false) return null;
  return (
    <Alert tone="warning" title="Customers cannot order this service yet">
      <ul>
        {hasPackages === false ? (
          <li>
            <Link to={paths.servicePackages(id)}>Add a package</Link> with a price.
          </li>
        ) : null}
        {visible ? null : (
          <li>
            Make it visible on the <Link to={paths.serviceEdit(id)}>Service tab</Link>.
          </li>
        )}
      </ul>
    </Alert>
  );
}
