import { expect, test } from "vitest";
import { automaticMail } from "./automaticMail";

const judged = (headers: Record<string, string>, envelopeSender = "ada@example.com", from = "ada@example.com") =>
  automaticMail((name) => (name in headers ? [headers[name]!] : []), { envelopeSender, from });

test.each([
  [{ "auto-submitted": "auto-replied" }, "autoReply"],
  [{ "auto-submitted": "Auto-Generated (rejected)" }, "autoReply"],
  [{ "x-autoreply": "yes" }, "autoReply"],
  [{ precedence: "auto_reply" }, "autoReply"],
  [{ "x-auto-response-suppress": "DR, OOF, AutoReply" }, "autoReply"],
  [{ precedence: "Bulk" }, "list"],
  [{ "list-id": "<team.example.com>" }, "list"],
  [{ "list-unsubscribe": "<https://example.com/>" }, "list"],
  [{ "content-type": "multipart/report; report-type=delivery-status" }, "bounce"],
  [{ "return-path": "<>" }, "bounce"],
] as const)("recognizes %j", (headers, expected) => {
  expect(judged(headers)).toBe(expected);
});

test("recognizes a bounce by its envelope and by its sender", () => {
  expect(judged({}, "")).toBe("bounce");
  expect(judged({}, "a@example.com", "MAILER-DAEMON@example.com")).toBe("bounce");
});

test.each([
  {},
  { "auto-submitted": "no" },
  { precedence: "first-class" },
  { "x-auto-response-suppress": "DR" },
  { subject: "Out of office" },
])("takes %j for a person's email", (headers) => {
  expect(judged(headers as Record<string, string>)).toBeNull();
});
