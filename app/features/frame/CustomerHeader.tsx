import { CustomerBar } from "~/ui/layout/CustomerBar";
import { SearchButton } from "../search/SearchButton";
import { type FrameValues, useFrame } from "./useFrame";

/** The header of a signed-in customer, with live notifications. */
export function CustomerHeader({ frame }: { frame: FrameValues }) {
  return <CustomerBar {...useFrame(frame)} search={<SearchButton staff={false} />} />;
}
