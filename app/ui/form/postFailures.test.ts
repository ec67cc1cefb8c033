import { expect, test } from "vitest";
import { failureOfStatus, failureText, pageFailureText, statusText } from "./postFailures";

test("names a failure by the status of the answer", () => {
  const statuses = [200, 400, 403, 404, 409, 413, 429, 500, 502, 503, 504];
  expect(statuses.map(failureOfStatus)).toEqual([
    "foreign",
    "refused",
    "refused",
    "gone",
    "conflict",
    "tooLarge",
    "tooMany",
    "fault",
    "unavailable",
    "unavailable",
    "unavailable",
  ]);
});

test("calls a retry safe only where the server recognises the post", () => {
  expect(failureText("lost", { safe: true })).toBe(
    "We got no answer. It may have gone through. Sending it again is safe.",
  );
  expect(failureText("lost")).toBe("We got no answer. It may have gone through. Check before you send it again.");
  expect(failureText("offline")).toBe("You are offline, so nothing was sent. Try again when you are back online.");
});

test.each([
  ["1", "in 1 second"],
  ["40", "in 40 seconds"],
  ["120", "in 2 minutes"],
  ["7200", "in 2 hours"],
  ["Thu, 01 Jan 1970 00:00:00 GMT", "in a minute"],
  ["soon", "in a minute"],
  [null, "in a minute"],
])("reads a Retry-After of %s as %s", (retryAfter, wait) => {
  expect(failureText("tooMany", { retryAfter })).toBe(`Too many requests, so nothing was saved. Try again ${wait}.`);
});

test("tells a missing connection from a missing answer", () => {
  expect(statusText({ status: 0, offline: true }, true)).toMatch(/^You are offline/);
  expect(statusText({ status: 0, offline: false }, true)).toMatch(/^We got no answer/);
});

test("says why a link could not be followed and when to try again", () => {
  expect(pageFailureText("offline")).toBe(
    "You are offline, so this page stays open. Try again when you are back online.",
  );
  expect(pageFailureText("away", "30")).toMatch(/so this page stays open\. Try again in 30 seconds\.$/);
  expect(pageFailureText("away")).toMatch(/Try again in a minute\.$/);
});
