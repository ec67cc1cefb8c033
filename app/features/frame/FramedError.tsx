import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorContent, FrameError } from "./FrameError";
import { PublicFrame } from "./PublicFrame";
import type { FrameValues } from "./useFrame";

type Framed = { frame?: FrameValues | null };

/**
 * FrameError, which keeps a signed-in person's frame when a page is missing. Other errors may be the frame's own, so they
 * replace it.
 */
export function FramedError() {
  const error = useRouteError();
  const inApp = useRouteLoaderData<Framed>("routes/_app");
  const inOpen = useRouteLoaderData<Framed>("routes/_open");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  // An unknown path has no layout: its frame comes with the error.
  const frame = missing ? (inApp ?? inOpen ?? (error.data as Framed | null))?.frame : null;
  if (!frame) return <FrameError />;
  return (
    <PublicFrame frame={frame}>
      <ErrorContent />
    </PublicFrame>
  );
}
