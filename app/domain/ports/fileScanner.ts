/** Looks for malware in uploads (docs/deploy.md). */
export interface FileScanner {
  /** Whether the file is clean. Throws when the scanner gave no verdict. */
  isClean(bytes: Uint8Array, contentType: string): Promise<boolean>;
}
