import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { deployObstacles } from "./deployment/deployObstacles";
import { type DeployStep, deployPlan, setUpStep, workers } from "./deployment/deployPlan";
import { PREVIEW_FOLDER, previewConfiguration, previewFileOf, previewObstacles } from "./deployment/preview";
import { newSetUp } from "./local/setUpAddress";
import { partExists } from "./workerParts";

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

const preview = process.argv.includes("--preview");
const configurations = Object.fromEntries(configurationFiles.map((file) => [file, readFileSync(file, "utf8")]));
const portal = configurations["wrangler.toml"]!;
const deployed = preview
  ? Object.fromEntries(
      Object.entries(configurations).map(([file, text]) => [
        file,
        previewConfiguration(file, text, process.env.PREVIEW_DATABASE_ID),
      ]),
    )
  : configurations;

/** Writes what the commands of a preview read. */
function writePreviewFiles() {
  mkdirSync(PREVIEW_FOLDER, { recursive: true });
  for (const [file, text] of Object.entries(deployed)) writeFileSync(previewFileOf(file), text);
}

const plan = deployPlan(portal, preview);
const obstacles = [
  ...(preview ? previewObstacles(process.env, portal) : []),
  ...deployObstacles(process.env, deployed).filter((one) => !preview || !one.endsWith("(database_id)")),
];
if (process.argv.includes("--dry-run")) {
  for (const { title, command, args, secrets } of plan)
    console.log(`${title}: ${[command, ...args].join(" ")}${secrets ? ` <- ${secrets.join(", ")}` : ""}`);
  if (obstacles.length) console.log(`\nWould be refused now:\n${obstacles.map((one) => `- ${one}`).join("\n")}`);
} else if (obstacles.length) {
  console.error(`Not deployed:\n${obstacles.map((one) => `- ${one}`).join("\n")}\nSee docs/deploy.md.`);
  process.exit(1);
} else {
  console.log(`Plan: ${plan.map(({ title }) => title).join(", ")}`);
  if (preview) writePreviewFiles();
  const { address, statement } = await newSetUp(process.env.SITE_URL!, Date.now());
  for (const step of [...plan, setUpStep(statement, preview)]) runStep(step);
  console.log(`\nIf this portal has no super admin yet, set it up within seven days: ${address}`);
}
