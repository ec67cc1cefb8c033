import { paths } from "~/paths";

/** 24 random bytes in base64url. */
const KEY = /^[0-9A-Za-z_-]{32}$/;

export const isUploadKey = (text: string) => KEY.test(text);

/** The key in a `/files/` address of this portal, relative or absolute; null for any other address. */
export function keyOfFileAddress(address: string, siteUrl: string): string | null {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  const key = path.startsWith("/files/") ? path.slice("/files/".length) : "";
  return isUploadKey(key) ? key : null;
}

export const fileAddress = (key: string) => paths.file(key);
export const fileAddressOrNull = (key: string | null) => (key === null ? null : paths.file(key));
