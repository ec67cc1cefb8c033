import { encode } from "uqr";

export interface QrCode {
  /** Modules per side, including the quiet zone. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

/** A QR code as an inline path, so that no image service or script needs to be trusted. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
