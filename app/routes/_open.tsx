import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { frameOf } from "~/features/frame/frame.server";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

export { FramedError as ErrorBoundary } from "~/features/frame/FramedError";
export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "checkout.view");
  const { portal } = args.context;
  return { frame: frameOf(portal), shop: portal.ctx.settings.shop.open };
}

/** Frame of the pages that are also open to visitors. */
export default function Open() {
  const { frame, shop } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const atCheckout = useParams().serviceId !== undefined;
  return (
    <PublicFrame
      frame={frame}
      homeHref={shop ? paths.shop() : paths.home()}
      signInHref={paths.signIn(pathname + search)}
      signInForm={atCheckout ? "checkout" : undefined}
    >
      <Outlet />
    </PublicFrame>
  );
}
