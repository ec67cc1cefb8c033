import { expect, test } from "vitest";
import { contentDisposition } from "~/http/contentDisposition";

test.each([
  ["brief.pdf", `attachment; filename="brief.pdf"; filename*=UTF-8''brief.pdf`],
  ['a"; filename="b.exe', `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`],
  ["a\r\nSet-Cookie: x=1", `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`],
  ["Über\\100%.pdf", `attachment; filename="_ber_100_.pdf"; filename*=UTF-8''%C3%9Cber%5C100%25.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
])("serves the name %j as one encoded value", (name, header) => {
  expect(contentDisposition("attachment", name)).toBe(header);
});
