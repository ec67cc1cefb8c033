import type { ServicePackage } from "~/domain/catalogue/catalogueEntities";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

const columns = [
  { key: "name", label: "Domain Authority Name" },
  { key: "description", label: "Description" },
  { key: "price", label: "Price", align: "right" },
] as const;

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : `${one}s`}`]);

/** The Packages tab. */
export function PackageTable({ serviceId, packages }: { serviceId: string; packages: readonly ServicePackage[] }) {
  const add = (
    <LinkButton to={paths.servicePackageNew(serviceId)} variant="solid" icon={<Icon name="plus" />} preventScrollReset>
      Add
    </LinkButton>
  );
  if (packages.length === 0)
    return (
      <Card title="Add Package Details">
        <EmptyState
          title="No packages yet"
          text="Customers choose a package at checkout. It has a name, a price, add-ons and discounts."
          action={add}
        />
      </Card>
    );
  return (
    <Card
      title="Add Package Details"
      action={
        <div className="row">
          {packages.some(({ tracking }) => tracking.tracked) ? (
            <LinkButton to={paths.serviceLinkRules(serviceId)} preventScrollReset>
              Rules of orders by list
            </LinkButton>
          ) : null}
          {packages.length > 1 ? (
            <LinkButton to={paths.servicePackagesArrange(serviceId)} preventScrollReset>
              Arrange
            </LinkButton>
          ) : null}
          {add}
        </div>
      }
    >
      <DataTable
        caption="Packages"
        columns={columns}
        rows={packages.map((one) => ({
          key: one.id,
          href: paths.servicePackage(serviceId, one.id),
          cells: {
            name: one.tracking.tracked ? (
              <>
                {one.name} <Badge tone="info">Links tracked</Badge>
              </>
            ) : (
              one.name
            ),
            description: (
              <div>
                {one.description}
                {one.addOns.length + one.discounts.length > 0 ? (
                  <p className="muted small">
                    {[...counted(one.addOns.length, "add-on"), ...counted(one.discounts.length, "discount")].join(", ")}
                  </p>
                ) : null}
              </div>
            ),
            price: formatCents(one.price),
          },
          actions: (
            <div className="row-buttons">
              <LinkButton
                to={paths.servicePackage(serviceId, one.id)}
                variant="ghost"
                className="button-icon"
                aria-label={`Edit ${one.name}`}
                title="Edit"
                icon={<Icon name="pencil" />}
                preventScrollReset
              />
              <LinkButton
                to={paths.servicePackageDelete(serviceId, one.id)}
                variant="ghost"
                className="button-icon"
                aria-label={`Delete ${one.name}`}
                title="Delete"
                icon={<Icon name="trash" />}
                preventScrollReset
              />
            </div>
          ),
        }))}
      />
    </Card>
  );
}
