import { brand } from "~/brand";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";

/** A service without packages: nobody fills in a form that could order nothing. */
export function NothingToOrder() {
  return (
    <EmptyState
      title="This service cannot be ordered yet"
      text={`Its packages are still being prepared. Questions? Write to ${brand.supportEmail}.`}
      action={<LinkButton to={paths.services()}>See our services</LinkButton>}
    />
  );
}
