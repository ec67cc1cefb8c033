import { expect, test, vi } from "vitest";
import { z } from "zod";
import { inRequest } from "~/http/logFault.server";
import { submitForm } from "~/http/submitForm.server";
import type { Db } from "~db/client.server";
import { aPortal } from "../support/portal";
import { testContext } from "../support/testContext";

test("logs a failed form with the request id that its page shows", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  const fail = (requestId: string) =>
    inRequest(requestId, () =>
      submitForm(
        aPortal(testContext({} as Db), new Request("http://localhost/")),
        new FormData(),
        z.object({}),
        async () => {
          await Promise.resolve();
          throw new Error(`lost in ${requestId}`);
        },
      ),
    );
  const answers = await Promise.all([fail("first"), fail("second")]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  expect(written.mock.calls.map(([line]) => String(line).split("\n")[0]).sort()).toEqual([
    "fault first Error: lost in first",
    "fault second Error: lost in second",
  ]);
  written.mockRestore();
});
