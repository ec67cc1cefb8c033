import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { partExists } from "./build";
import { deployObstacles } from "./deployment/deployObstacles";
import { type DeployStep, deployPlan, workers } from "./deployment/deployPlan";

const configurationFiles = [
  "wrangler.toml",
  ...workers.filter(partExists).map((part) => `workers/${part}/wrangler.toml`),
];

function runStep({ title, command, args, secrets }: DeployStep) {
  console.log(`\n${title}`);
  const input =
    secrets &&
    JSON.stringify(
      Object.fromEntries(secrets.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    );
  // Without prompts: a 'no' to the migrations would end successfully, and new code would deploy without them.
  const { status } = spawnSync(command, args, { input, stdio: [input ? "pipe" : "ignore", "inherit", "inherit"] });
  if (status !== 0) {
    console.error(
      `"${title}" failed; nothing after it was done. Run it again to go on; docs/deploy.md says how to go back.`,
    );
    process.exit(1);
  }
}

const obstacles = deployObstacles(
  process.env,
  Object.fromEntries(configurationFiles.map((file) => [file, readFileSync(file, "utf8")])),
);
if (process.argv.includes("--dry-run")) {
  for (const { title, command, args, secrets } of deployPlan())
    console.log(`${title}: ${[command, ...args].join(" ")}${secrets ? ` <- ${secrets.join(", ")}` : ""}`);
  if (obstacles.length) console.log(`\nWould be refused now:\n${obstacles.map((one) => `- ${one}`).join("\n")}`);
} else if (obstacles.length) {
  console.error(`Not deployed:\n${obstacles.map((one) => `- ${one}`).join("\n")}\nSee docs/deploy.md.`);
  process.exit(1);
} else {
  for (const step of deployPlan()) runStep(step);
}
