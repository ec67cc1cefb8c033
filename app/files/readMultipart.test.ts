import { expect, test } from "vitest";
import { readMultipart } from "./readMultipart";

const URL_ENCODED = "application/x-www-form-urlencoded";
const post = (body: BodyInit, type: string) =>
  new Request("http://portal/", { method: "POST", body, headers: { "Content-Type": type } });
const part = (name: string) => `--abc\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;

test("takes at most 2 MB without files, also where files are expected", async () => {
  await expect(readMultipart(post(`a=${"x".repeat(2 ** 21)}`, URL_ENCODED))).rejects.toThrow(
    "The form is larger than 2 MB. Please shorten what it holds.",
  );
});

test.each([
  ["fields", "a=1&".repeat(20_000), URL_ENCODED],
  ["parts", `${part("a").repeat(20_000)}--abc--\r\n`, "multipart/form-data; boundary=abc"],
])("stops at too many %s before the platform builds the form", async (_, body, type) => {
  const request = post(body, type);
  // What arrives after the limit is torn, which only building the form would report.
  const torn = post(body.slice(0, -100), type);
  for (const one of [request, torn])
    await expect(readMultipart(one)).rejects.toThrow("This form cannot be read. Please reload the page and try again.");
});

test.each([
  ["5,000 fields", "a=1&b=2&".repeat(2500), URL_ENCODED, 2500],
  ["3,000 parts", `${(part("a") + part("b")).repeat(1500)}--abc--\r\n`, 'multipart/form-data; boundary="abc"', 1500],
])("reads a form of %s", async (_, body, type, times) => {
  const form = await readMultipart(post(body, type));
  expect([form.getAll("a").length, form.getAll("b").length]).toEqual([times, times]);
});

test("refuses 2,501 fields of one name", async () => {
  await expect(readMultipart(post("a=1&".repeat(2501), URL_ENCODED))).rejects.toThrow("This form cannot be read.");
});
