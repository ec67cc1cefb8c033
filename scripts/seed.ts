import { claimState } from "./local/claimState";
import { failureText } from "./local/failureText";
import { portIsFree } from "./local/portIsFree";
import { runPortal } from "./local/runPortal";
import { runSettings } from "./local/runSettings";
import { dropStores } from "./local/stateStores";

/** Drops the state folder's stores and seeds them again. */
async function startOver() {
  const settings = runSettings(process.env);
  if (!(await portIsFree(settings.port)))
    throw new Error(`Port ${settings.port} is taken: stop the portal first, as its state is about to be dropped.`);
  await claimState(settings.stateDir);
  dropStores(settings.stateDir);
  await (await runPortal(settings)).stop();
  console.log(`Seeded ${settings.stateDir}`);
}

startOver().catch((error: unknown) => {
  console.error(failureText(error));
  process.exit(1);
});
