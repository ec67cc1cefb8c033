import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { remoteBackup } from "./deployment/remoteCopies";
import { writeBackup } from "./local/backup/writeBackup";
import { failCommand } from "./local/failureText";

const USAGE = "Usage: STATE_DIR=.portal npm run backup -- --to FOLDER [--remote]";

async function backup() {
  const { to, remote } = parseArgs({ options: { to: { type: "string" }, remote: { type: "boolean" } } }).values;
  if (!to) throw new Error(USAGE);
  if (remote) {
    console.log(remoteBackup(to));
    return;
  }
  const { files } = await writeBackup(resolve(process.env.STATE_DIR || ".portal"), resolve(to));
  console.log(
    `Backed up ${Object.keys(files).length} files to ${resolve(to)}. It holds the session secret: keep it private.`,
  );
}

backup().catch(failCommand);
