/** An ASCII name for old clients and the full name for all others (RFC 6266). */
export function contentDisposition(kind: "inline" | "attachment", fileName: string) {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
