import { buttonClass } from "~/ui/form/buttonClass";
import { lazyPart } from "~/ui/lazyPart";
import type { OrderBarProps } from "./OrderBar";

/** As high as the bar, so that the rows below it stay when it comes. */
const place = <span className={buttonClass({})} style={{ visibility: "hidden" }} />;

/** The bar in a script of its own, because clients load the same list. */
export const { load: loadOrderBar, Part: LazyOrderBar } = lazyPart<OrderBarProps>("#bar", place, () =>
  import("./OrderBar").then((part) => part.OrderBar),
);
