import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { frameOf } from "~/features/frame/frame.server";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { pageContext, pagePath } from "~/http/pageContext.server";
import { paths } from "~/paths";

export { FrameError as ErrorBoundary } from "~/features/frame/FrameError";
export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "checkout.view");
  return { frame: frameOf(args.context.portal), signInHref: paths.signIn(pagePath(args.request)) };
}

/** Frame of the pages that are also open to visitors. */
export default function Open() {
  const { frame, signInHref } = useLoaderData<typeof loader>();
  const atCheckout = useParams().serviceId !== undefined;
  return (
    <PublicFrame frame={frame} signInHref={signInHref} signInForm={atCheckout ? "checkout" : undefined}>
      <Outlet />
    </PublicFrame>
  );
}
