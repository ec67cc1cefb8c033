import { zlibSync } from "fflate";

const WIDTH = 800;
const HEIGHT = 450;

type Colour = readonly [red: number, green: number, blue: number];

/** A light shape inside a box of pixels. */
export interface Shape {
  box: readonly [left: number, top: number, right: number, bottom: number];
  /** Pixels to its edge; negative inside. */
  distance(x: number, y: number): number;
  /** Opacity of the white it adds, 0 to 1. */
  light: number;
}

const around = (x: number, y: number, reach: number): Shape["box"] => [x - reach, y - reach, x + reach, y + reach];

export const disc = (cx: number, cy: number, radius: number, light: number): Shape => ({
  box: around(cx, cy, radius),
  light,
  distance: (x, y) => Math.hypot(x - cx, y - cy) - radius,
});
export const ring = (cx: number, cy: number, radius: number, width: number, light: number): Shape => ({
  box: around(cx, cy, radius + width / 2),
  light,
  distance: (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - radius) - width / 2,
});
/** A bar with round ends between two points. */
export const stroke = (x1: number, y1: number, x2: number, y2: number, width: number, light: number): Shape => {
  const [dx, dy, half] = [x2 - x1, y2 - y1, width / 2];
  const length = dx * dx + dy * dy || 1;
  return {
    box: [Math.min(x1, x2) - half, Math.min(y1, y2) - half, Math.max(x1, x2) + half, Math.max(y1, y2) + half],
    light,
    distance: (x, y) => {
      const t = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) - half;
    },
  };
};
export const panel = (
  left: number,
  top: number,
  width: number,
  height: number,
  corner: number,
  light: number,
): Shape => {
  const [cx, cy] = [left + width / 2, top + height / 2];
  return {
    box: [left, top, left + width, top + height],
    light,
    distance: (x, y) => {
      const qx = Math.abs(x - cx) - width / 2 + corner;
      const qy = Math.abs(y - cy) - height / 2 + corner;
      return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - corner;
    },
  };
};

/**
 * The palette: 32 background steps from top to bottom, each in 8 brightness levels. One byte per pixel keeps the
 * image small.
 */
const GROUNDS = 32;
const lights = [0, 0.12, 0.22, 0.32, 0.42, 0.52, 0.66, 0.86] as const;

/** A PNG of 800 x 450 pixels: a vertical gradient with light shapes on it. */
export function drawImage(top: Colour, bottom: Colour, shapes: readonly Shape[]): Uint8Array<ArrayBuffer> {
  const light = new Float32Array(WIDTH * HEIGHT);
  for (const shape of shapes) lay(shape, light);
  const stride = WIDTH + 1;
  const raw = new Uint8Array(stride * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const ground = Math.floor((y * GROUNDS) / HEIGHT);
    for (let x = 0; x < WIDTH; x++)
      raw[y * stride + 1 + x] = ground * lights.length + nearestLight(light[y * WIDTH + x]!);
  }
  const palette = new Uint8Array(GROUNDS * lights.length * 3);
  for (let ground = 0; ground < GROUNDS; ground++)
    for (const [index, share] of lights.entries())
      for (let c = 0; c < 3; c++) {
        const colour = top[c]! + ((bottom[c]! - top[c]!) * ground) / (GROUNDS - 1);
        palette[(ground * lights.length + index) * 3 + c] = Math.round(colour + (255 - colour) * share);
      }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, WIDTH);
  view.setUint32(4, HEIGHT);
  // 8 bits per pixel, used as palette indices.
  header.set([8, 3, 0, 0, 0], 8);
  return joined([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", zlibSync(raw, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Adds one shape to the image, with an edge softened over one pixel. */
function lay({ box: [left, top, right, bottom], distance, light }: Shape, onto: Float32Array) {
  for (let y = Math.max(0, Math.floor(top) - 1); y < Math.min(HEIGHT, bottom + 1); y++)
    for (let x = Math.max(0, Math.floor(left) - 1); x < Math.min(WIDTH, right + 1); x++) {
      const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      const at = y * WIDTH + x;
      onto[at] = onto[at]! + (1 - onto[at]!) * light * cover;
    }
}

function nearestLight(value: number) {
  let index = 0;
  while (index < lights.length - 1 && value > (lights[index]! + lights[index + 1]!) / 2) index++;
  return index;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
