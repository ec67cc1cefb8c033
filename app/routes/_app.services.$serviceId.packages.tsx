import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { serviceDetails } from "~/domain/catalogue/serviceDetails";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { pageTitle } from "~/features/frame/pageTitle";
import { PackageTable } from "~/features/services/PackageTable";
import { PartFetchError } from "~/features/services/PartFetchError";
import { PACKAGE_ADDED, PACKAGE_DELETED, PACKAGE_EDITED } from "~/features/services/partTexts";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { serviceMenu } from "~/features/services/serviceMenu.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `Packages of ${data.service.name}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  const [{ id, name, visible }, packages] = await orNotFound(
    Promise.all([serviceDetails(ctx, serviceId), servicePackages(ctx, serviceId)]),
  );
  return { service: { id, name, visible, hasPackages: packages.length > 0 }, packages, menu: serviceMenu(ctx, id) };
}

export default function Packages() {
  const { service, packages, menu } = useLoaderData<typeof loader>();
  return (
    <ServiceFrame service={service} tab="packages" menu={menu}>
      <PackageTable serviceId={service.id} packages={packages} />
      <Outlet />
    </ServiceFrame>
  );
}

export function ErrorBoundary() {
  return <PartFetchError tab="packages" what="packages" after={[PACKAGE_ADDED, PACKAGE_EDITED, PACKAGE_DELETED]} />;
}
