import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { scriptFreeBrowser } from "../support/scriptFreeBrowser";
import { setUp, setUpToken } from "../support/setUp";

let portal: RunningPortal;
let token: string;

beforeAll(async () => {
  portal = await startPortal({ SEED: "none" });
  token = setUpToken(portal);
}, 120_000);

afterAll(() => portal?.remove());

const person = { firstName: "Dana", lastName: "Whitmore", email: "dana@example.com" };

test("an empty portal prints its set-up address before it is ready", () => {
  expect(portal.output()).toMatch(
    new RegExp(`^Set up: ${portal.siteUrl}/setup\\?token=[\\w-]{20,}$[\\s\\S]*^Ready on `, "m"),
  );
});

test("the set-up form has names, an email address and the hidden token", async () => {
  const page = await scriptFreeBrowser(portal.base).open(`/setup?token=${token}`);
  expect([page.status, page.labels]).toEqual([200, ["First name", "Last name", "Email"]]);
  for (const name of Object.keys(person)) expect(page.html).toContain(`name="${name}"`);
  expect(page.html).toContain(`<input type="hidden" name="token" value="${token}"`);
});

test.each(["wrong", ""])("refuses the set-up token %j with 400", async (wrong) => {
  const opened = await portal.get(`/setup?token=${wrong}`);
  const posted = await portal.post("/setup", { token: wrong, ...person });
  expect([opened.status, posted.status]).toEqual([400, 400]);
  expect(posted.text).toContain("This set-up address is no longer valid");
  const signedIn = await portal.api("POST", "/user/signIn", {
    body: { email: person.email, password: SEEDED_PASSWORD },
  });
  expect(signedIn.status).toBe(401);
});

test("a portal that was set up leads from the set-up to the sign-in", async () => {
  await setUp(portal);
  for (const path of ["/setup", `/setup?token=${token}`])
    expect(await portal.get(path)).toMatchObject({ status: 303, location: "/signin" });
  expect(await portal.post("/setup", { token, ...person })).toMatchObject({ status: 303, location: "/signin" });
});

test("an empty portal names the next step, with a link that opens", async () => {
  const headers = { cookie: await portal.cookie("superadmin@example.com") };
  const main = async (path: string) => {
    const { status, text } = await portal.get(path, headers);
    expect([path, status]).toEqual([path, 200]);
    return text.slice(text.indexOf("<main"));
  };
  for (const [path, title, next] of [
    ["/", "No services yet", "/services/new"],
    ["/orders", "No orders yet", "/services"],
    ["/subscriptions", "No subscriptions yet", "/services"],
    ["/affiliates", "No affiliates yet", "/clients"],
    ["/commissions", "No commissions yet", "/affiliates"],
    ["/affiliates/traffic-logs", "No visits yet", "/affiliates"],
  ] as const) {
    const empty = (await main(path)).split('class="empty"')[1]!;
    expect(empty, path).toContain(title);
    expect(empty, path).toContain(`href="${next}"`);
    await main(next);
  }
});
