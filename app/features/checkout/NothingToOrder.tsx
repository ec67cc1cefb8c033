import { brand } from "~/brand";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";

/** A service without packages: nobody fills in a form that could order nothing. */
export function NothingToOrder() {
  return (
    <EmptyState
      title="This service is not available to order yet"
      text={`We are still preparing its packages. Questions? Contact ${brand.supportEmail}.`}
      action={<LinkButton to={paths.services()}>See our services</LinkButton>}
    />
  );
}
