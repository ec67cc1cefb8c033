import { encode } from "uqr";

export interface QrCode {
  /** Modules of a side, with the quiet border. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

/** A QR code as a path: drawn by the page itself, so that no picture and no script has to be trusted. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
