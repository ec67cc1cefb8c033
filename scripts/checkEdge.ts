import { edgeProblems } from "./deployment/edgeProblems";

const problems = await edgeProblems(process.env.SITE_URL ?? "");
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error("The portal is deployed. Change the settings of the zone: docs/deploy.md#the-edge.");
  process.exit(1);
}
