import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs `npm run NAME` of this repository to its end. */
export async function runScript(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const command = spawn("npm", ["run", "--silent", name, "--", ...args], { env: { ...process.env, ...env } });
  let output = "";
  command.stdout.on("data", (data: Buffer) => (output += data));
  command.stderr.on("data", (data: Buffer) => (output += data));
  const [code] = (await once(command, "close")) as [number];
  return { code, output };
}
