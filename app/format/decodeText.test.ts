import { expect, test } from "vitest";
import { decodeText } from "./decodeText";

const TEXT = "Größe – 李 شراء 👟";
const utf16 = (text: string, littleEndian: boolean, mark: boolean) => {
  const units = `${mark ? "\ufeff" : ""}${text}`;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let n = 0; n < units.length; n++) view.setUint16(n * 2, units.charCodeAt(n), littleEndian);
  return new Uint8Array(view.buffer);
};

test.each([
  ["UTF-8", new TextEncoder().encode(TEXT)],
  ["UTF-8 with a byte order mark", new TextEncoder().encode(`\ufeff${TEXT}`)],
  ["UTF-16 little endian", utf16(TEXT, true, true)],
  ["UTF-16 big endian", utf16(TEXT, false, true)],
  ["UTF-16 little endian without a mark", utf16(`"${TEXT}`, true, false)],
  ["UTF-16 big endian without a mark", utf16(`"${TEXT}`, false, false)],
])("decodes %s", (_, bytes) => {
  expect(decodeText(bytes).replace(/^"/, "")).toBe(TEXT);
});

test("decodes everything else as Windows-1252", () => {
  expect(decodeText(Uint8Array.of(0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x96, 0x20, 0x80))).toBe("Größe – €");
  expect(decodeText(new Uint8Array())).toBe("");
});
