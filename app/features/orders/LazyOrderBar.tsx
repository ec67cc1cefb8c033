import { Suspense } from "react";
import { lazyPart } from "~/ui/lazyPart";
import type { OrderBarProps } from "./OrderBar";

const { load, Part } = lazyPart<OrderBarProps>("#bar", () => import("./OrderBar").then((part) => part.OrderBar));

export const loadOrderBar = load;

/** The bar in a script of its own, because clients load the same list. */
export const LazyOrderBar = (props: OrderBarProps) => (
  <Suspense fallback={null}>
    <Part {...props} />
  </Suspense>
);
