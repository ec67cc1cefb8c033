import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { CatalogueArriving } from "~/features/catalogue/CatalogueArriving";
import { AppFrame } from "~/features/frame/AppFrame";
import { type Frame, frameOf } from "~/features/frame/frame.server";
import { ListArriving } from "~/features/frame/ListArriving";
import { frameViews } from "~/features/views/frameViews.server";
import { countOf, queueOf } from "~/features/workQueue/workPage.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { isWorkQueue, paths } from "~/paths";

export { FramedError as ErrorBoundary } from "~/features/frame/FramedError";
export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.frame");
  const frame = frameOf(args.context.portal) as Frame;
  const views = frameViews(args.context.portal);
  const shown = { frame, ...(views ? { views } : {}) };
  if (!frame.staff || !isWorkQueue(new URL(args.request.url))) return shown;
  // Read for the page as well, so the session left it out.
  const queue = await nullOnFault(queueOf(ctx));
  return { ...shown, frame: { ...frame, counts: { ...frame.counts, [paths.work()]: queue ? countOf(queue) : 0 } } };
}

/** Frame of every signed-in page: side menu for staff, top navigation for customers. */
export default function App() {
  const { frame, views } = useLoaderData<typeof loader>();
  return (
    <AppFrame frame={frame} views={views}>
      {frame.staff ? <ListArriving /> : <CatalogueArriving />}
      <Outlet />
    </AppFrame>
  );
}
