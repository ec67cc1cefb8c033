import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import type { Context } from "~/domain/context";
import type { LinkBuilderProps } from "./LinkBuilder";

/** What the builder needs to know of a service, and its values in the page's address. */
export function linkBuilderOf(
  { siteUrl }: Pick<Context, "siteUrl">,
  { id, name, paymentTypes, packages }: CheckoutService,
  address: string,
): LinkBuilderProps {
  const { searchParams } = new URL(address);
  return {
    siteUrl,
    service: { id, name, paymentTypes, packages: packages.map(({ id, name, addOns }) => ({ id, name, addOns })) },
    values: Object.fromEntries([...searchParams].map(([key, value]) => [key, value.slice(0, 200)])),
  };
}
