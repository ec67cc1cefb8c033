import { expect, test } from "vitest";
import { z } from "zod";
import { submitForm } from "~/http/submitForm.server";
import { inLogEntry, type LogEntry, newLogEntry } from "~/integrations/log.server";
import type { Db } from "~db/client.server";
import { aPortal } from "../support/portal";
import { testContext } from "../support/testContext";

test("logs a failed form with the request id that its page shows", async () => {
  const fail = (entry: LogEntry) =>
    inLogEntry(entry, () =>
      submitForm(
        aPortal(testContext({} as Db), new Request("http://localhost/")),
        new FormData(),
        z.object({}),
        async () => {
          await Promise.resolve();
          throw new Error(`lost in ${entry.id}`);
        },
      ),
    );
  const entries = [newLogEntry("first"), newLogEntry("second")];
  const answers = await Promise.all(entries.map(fail));
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  expect(entries.map(({ id, faults }) => [id, ...faults.map(({ message }) => message)])).toEqual([
    ["first", "lost in first"],
    ["second", "lost in second"],
  ]);
});
