import { watch } from "node:fs";
import { failureText } from "./local/failureText";
import { runPortal } from "./local/runPortal";
import { runSettings } from "./local/runSettings";
import { stopWithParent } from "./local/stopWithParent";
import { sources } from "./sourceFingerprint";

// Debounce: an editor may write several files, or one in several steps.
const QUIET_MS = 200;

try {
  const settings = runSettings(process.env);
  const portal = await runPortal(settings);
  stopWithParent(() => portal.stop());

  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Sequential: a change during a build is picked up by the next one.
      work = work.then(async () => {
        const start = Date.now();
        try {
          if (await portal.reload()) console.log(`Reloaded in ${Date.now() - start} ms`);
        } catch (error) {
          console.error(failureText(error));
        }
      });
    }, QUIET_MS);
  };
  for (const source of [...sources, "migrations"]) watch(source, { recursive: true }, changed);
  console.log(`Control on http://localhost:${settings.controlPort}`);
  console.log(`Ready on http://localhost:${settings.port}`);
  await portal.runtimeDeath;
} catch (error) {
  console.error(failureText(error));
  process.exit(1);
}
