import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { remoteRestore } from "./deployment/remoteCopies";
import { restoreBackup } from "./local/backup/restoreBackup";
import { failCommand } from "./local/failureText";

const USAGE = "Usage: STATE_DIR=.portal npm run restore -- --from FOLDER [--remote]";

async function restore() {
  const { from, remote } = parseArgs({ options: { from: { type: "string" }, remote: { type: "boolean" } } }).values;
  if (!from) throw new Error(USAGE);
  if (remote) {
    console.log(remoteRestore(from));
    return;
  }
  const stateDir = resolve(process.env.STATE_DIR || ".portal");
  const { madeAt } = await restoreBackup(stateDir, resolve(from));
  console.log(`Restored ${stateDir} as of ${madeAt}. Start it with: STATE_DIR=${stateDir} npm start`);
}

restore().catch(failCommand);
