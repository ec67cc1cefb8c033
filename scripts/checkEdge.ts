import { edgeProblems } from "./deployment/edgeProblems";

const problems = await edgeProblems(process.env.SITE_URL ?? "");
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    "The portal is deployed, but not as it must be. Set 'Minimum TLS Version' of the zone to 1.3, or limit its suites: docs/deploy.md#the-edge.",
  );
  process.exit(1);
}
