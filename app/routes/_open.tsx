import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useParams, useRouteLoaderData } from "@remix-run/react";
import { FrameError, PageError } from "~/features/frame/FrameError";
import { frameOf } from "~/features/frame/frame.server";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "checkout.view");
  return { frame: frameOf(args.context.portal) };
}

/** Frame of the pages that are also open to visitors. */
export default function Open() {
  const { frame } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const atCheckout = useParams().serviceId !== undefined;
  return (
    <PublicFrame
      frame={frame}
      signInHref={paths.signIn(pathname + search)}
      signInForm={atCheckout ? "checkout" : undefined}
    >
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("routes/_open");
  const { pathname, search } = useLocation();
  if (!data) return <FrameError />;
  return (
    <PublicFrame frame={data.frame} signInHref={paths.signIn(pathname + search)}>
      <PageError />
    </PublicFrame>
  );
}
