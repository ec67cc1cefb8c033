import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { frameOf } from "~/features/frame/frame.server";

/** Catches every unknown path with the 404 page, for a signed-in person in their frame (rules.md pages/not-found). */
export const loader = ({ context }: LoaderFunctionArgs | ActionFunctionArgs) => {
  throw json({ frame: frameOf(context.portal) }, 404);
};
export const action = loader;

export { FramedError as ErrorBoundary } from "~/features/frame/FramedError";

export default function Missing() {
  return null;
}
