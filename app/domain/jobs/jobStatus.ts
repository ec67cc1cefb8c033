export type JobStatus = "ok" | "partly" | "failed";

/** A run that failed at everything it tried has failed (rules.md operations/failed-jobs). */
export const jobStatus = ({ done, failed }: { done: number; failed: number }): JobStatus =>
  failed === 0 ? "ok" : done === 0 ? "failed" : "partly";
