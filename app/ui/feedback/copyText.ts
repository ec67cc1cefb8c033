import { showToast } from "./showToast";

/** Copies a text and says so; `failed` tells what else to do. Returns false when the browser refused. */
export async function copyText(text: string, { copied, failed }: { copied: string; failed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast("danger", failed, { subject: "copy" });
    return false;
  }
  showToast("success", copied, { subject: "copy" });
  return true;
}
