/** A one-page PDF with a heading and lines, for the delivered reports of the demo. */
export function reportPdf(title: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = (words: string, size: number, y: number) =>
    `BT /F1 ${size} Tf 56 ${y} Td (${words.replace(/[^\x20-\x7e]/g, "-").replace(/[\\()]/g, "\\$&")}) Tj ET`;
  const content = [text(title, 20, 770), ...lines.map((line, index) => text(line, 11, 730 - index * 20))].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
  ) as Uint8Array<ArrayBuffer>;
}
