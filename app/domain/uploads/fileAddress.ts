import { paths } from "~/paths";

/** Keys are 24 random bytes in base64url. */
const KEY = /^[0-9A-Za-z_-]{32}$/;

export const isUploadKey = (text: string) => KEY.test(text);

/** The key behind a `/files/` address of this portal, relative or absolute; null for every other address. */
export function keyOfFileAddress(address: string, siteUrl: string): string | null {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  const key = path.startsWith("/files/") ? path.slice("/files/".length) : "";
  return isUploadKey(key) ? key : null;
}

export const fileAddress = (key: string) => paths.file(key);
/** The address of a file that may be missing. */
export const fileAddressOrNull = (key: string | null) => (key === null ? null : paths.file(key));
