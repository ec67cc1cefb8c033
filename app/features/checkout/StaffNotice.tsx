import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";

/** Staff cannot buy (rules.md checkout/no-staff), so this links to creating an order by hand. */
export function StaffNotice() {
  return (
    <EmptyState
      title="Staff accounts cannot buy"
      text="Create an order for a client by hand, or send them the address of this page."
      action={
        <LinkButton to={paths.orderNew()} variant="solid">
          Create Order
        </LinkButton>
      }
    />
  );
}
