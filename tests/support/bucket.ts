import { Miniflare } from "miniflare";

export interface TestBucket {
  binding: R2Bucket;
  dispose(): Promise<void>;
}

export async function openTestBucket(): Promise<TestBucket> {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: "export default { fetch() { return new Response() } }",
    compatibilityDate: "2026-04-24",
    r2Buckets: ["FILES"],
  } as never);
  return {
    binding: (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
    dispose: () => miniflare.dispose(),
  };
}
