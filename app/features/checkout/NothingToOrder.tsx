import { useBrand } from "~/features/frame/useBrand";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";

/** Replaces the form for a service without packages, which cannot be ordered. */
export function NothingToOrder() {
  const { supportEmail } = useBrand();
  return (
    <EmptyState
      title="This service is not available to order yet"
      text={`We are still preparing its packages. Questions? Contact ${supportEmail}.`}
      action={<LinkButton to={paths.services()}>See our services</LinkButton>}
    />
  );
}
