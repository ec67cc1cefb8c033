import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OutgoingRefused, outgoingFetch } from "~/integrations/outgoing.server";
import { stripePayments } from "~/integrations/payments.server";
import { aService } from "../support/breachService";

let asked: string[];
let service: Awaited<ReturnType<typeof aService>>;
beforeEach(async () => {
  asked = [];
  service = await aService((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(302, { Location: "/elsewhere" }).end();
  });
});
afterEach(() => service.close());

test("sends requests to the origins of the list only", async () => {
  const origin = service.env.OUTGOING_ORIGINS;
  const send = outgoingFetch({ OUTGOING_ORIGINS: `https://api.stripe.com ${origin}` });
  await send(`${origin}/by-text`);
  await send(new URL(`${origin}/by-url`));
  await send(new Request(`${origin}/by-request`));
  expect(asked).toEqual(["/by-text", "/by-url", "/by-request"]);
  const { port } = new URL(origin);
  for (const other of [
    `http://localhost:${port}/`,
    "http://127.0.0.1/",
    `https://127.0.0.1:${port}/`,
    "https://api.stripe.com.example/",
  ])
    await expect(send(other)).rejects.toBeInstanceOf(OutgoingRefused);
});

test.each([undefined, "", "  "])("an empty list (%j) lets no request out", async (OUTGOING_ORIGINS) => {
  await expect(outgoingFetch({ OUTGOING_ORIGINS })(service.env.OUTGOING_ORIGINS)).rejects.toThrow("does not name");
  expect(asked).toEqual([]);
});

test("follows no redirect", async () => {
  const answer = await outgoingFetch(service.env)(`${service.env.OUTGOING_ORIGINS}/here`, { redirect: "follow" });
  expect([answer.status, asked]).toEqual([302, ["/here"]]);
});

test("calls of the card provider need its origin in the list", async () => {
  const keys = Object.fromEntries(
    ["REGULAR", "CUSTOM"].flatMap((account) =>
      ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"].map((key) => [
        `STRIPE_${account}_${key}`,
        `${account}_${key}`,
      ]),
    ),
  );
  const payments = stripePayments({ ...keys, PAYMENTS_MODE: "stripe", ...service.env }, 0, 2_000);
  const client = { email: "client@example.com", userId: "client" };
  await expect(payments.findCustomer("regular", client)).rejects.toThrow();
  const failure = await payments.findCustomer("regular", client).catch((error) => error);
  const causes = [];
  for (let error = failure; error; error = error.cause ?? error.detail) causes.push(error.name);
  expect(causes).toContain("OutgoingRefused");
});

test.each(["wrangler.toml", "workers/billing/wrangler.toml"])("%s names the list of its part", (file) => {
  expect(readFileSync(file, "utf8")).toMatch(/^OUTGOING_ORIGINS = "https:\/\/api\.stripe\.com( https:\/\/[\w.]+)*"$/m);
});
