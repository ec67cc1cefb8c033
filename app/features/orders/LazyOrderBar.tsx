import { lazyPart } from "~/ui/lazyPart";
import type { OrderBarProps } from "./OrderBar";

/** The bar in a script of its own, because clients load the same list. */
export const { load: loadOrderBar, Part: LazyOrderBar } = lazyPart<OrderBarProps>("#bar", null, () =>
  import("./OrderBar").then((part) => part.OrderBar),
);
