import { failureText } from "./local/failureText";
import { runPortal } from "./local/runPortal";
import { runSettings } from "./local/runSettings";
import { stopWithParent } from "./local/stopWithParent";

try {
  const settings = runSettings(process.env);
  const portal = await runPortal(settings);
  stopWithParent(() => portal.stop());
  if (portal.setUp) console.log(`Set up: ${portal.setUp}`);
  console.log(`Control on http://localhost:${settings.controlPort}`);
  console.log(`Ready on http://localhost:${settings.port}`);
  await portal.runtimeDeath;
} catch (error) {
  console.error(failureText(error));
  process.exit(1);
}
