import { expect } from "vitest";
import { type RunningPortal, SEEDED_PASSWORD } from "./runningPortal";
import { until } from "./until";

/** The set-up token that the portal's last start has printed. */
export const setUpToken = (portal: Pick<RunningPortal, "output">) =>
  [...portal.output().matchAll(/^Set up: \S+\/setup\?token=(\S+)$/gm)].at(-1)?.[1] ?? "";

/** Sets up an empty portal: superadmin@example.com chooses a password through the mailed link. */
export async function setUp(portal: RunningPortal) {
  const email = "superadmin@example.com";
  const fields = { token: setUpToken(portal), firstName: "Dana", lastName: "Whitmore", email };
  expect(await portal.post("/setup", fields)).toMatchObject({ status: 303, location: "/signin" });
  const link = async () => {
    const mails = await portal.control.mail();
    return mails
      .find((mail) => mail.to === email && mail.subject.startsWith("Welcome"))
      ?.text.match(/\/password\/reset\/\S+/)?.[0];
  };
  await until("the mail with the link", link);
  expect(
    (await portal.post((await link())!, { password: SEEDED_PASSWORD, confirmPassword: SEEDED_PASSWORD })).status,
  ).toBe(303);
}
