import { expect, test } from "vitest";
import type { PortalEnv } from "~/http/environment.server";
import { requestContext } from "~/http/requestContext.server";

test.each([
  [undefined, "optional"],
  ["", "optional"],
  ["optional", "optional"],
  ["required", "required"],
  ["Required", "required"],
  ["true", "required"],
])("STAFF_TWO_FACTOR set to %s is %s", async (value, asked) => {
  const env = {
    APP_ENV: "production",
    SITE_URL: "https://portal.example.com",
    SESSION_SECRET: "a secret of more than thirty-two characters",
    PAYMENTS_MODE: "live",
    STAFF_TWO_FACTOR: value,
    DB: {},
  } as unknown as PortalEnv;
  const ctx = await requestContext(new Request("https://portal.example.com/"), env, "the-request", () => {});
  expect(ctx.staffTwoFactor).toBe(asked);
});
