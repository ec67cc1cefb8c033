import { answerName } from "./answerName";
import type { ProjectDetails } from "./projectDetails";

const ANSWER = /^answer\.[^.]+\.[^.]+$/;

/**
 * What a form answers to questions that its service no longer asks, because staff removed them while it was filled in.
 * A file counts by its name.
 */
export function removedAnswers(form: FormData, { intake, packages }: Pick<ProjectDetails, "intake" | "packages">) {
  const asked = new Set(packages.flatMap(({ packageId }) => intake.map(({ id }) => answerName(packageId, id))));
  return [...form]
    .filter(([name]) => ANSWER.test(name) && !name.endsWith("Removed") && !asked.has(name))
    .map(([, value]) => (typeof value === "string" ? value.trim() : value.name))
    .filter((answer) => answer !== "");
}

export const removedText = (answers: readonly string[]) =>
  `${answers.length === 1 ? "A question was" : `${answers.length} questions were`} removed from this form while you filled it in. ` +
  `Nothing was saved yet. Copy what you still need, then save again: ${answers.map((answer) => `“${answer}”`).join(", ")}`;
