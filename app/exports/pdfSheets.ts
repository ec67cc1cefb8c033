import {
  type Color,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFString,
  setFillingColor,
} from "pdf-lib";
import type { Letterhead } from "~/domain/ports/printer";
import type { Face, FontkitRun, FontkitSubset, Fonts, FontWeight } from "./invoiceFonts";
import { type ShapedLine, type ShapedRun, shapeText } from "./shapeText";

export interface TextStyle {
  /** Points. */
  size: number;
  weight: FontWeight;
  color: Color;
}

/** A PDF font, and a setter for the glyphs that its next layout call returns. */
interface Embedded {
  font: PDFFont;
  give(run: FontkitRun): void;
}

const LEADING = 1.4;
/** Points. */
const LOGO_HEIGHT = 28;

/** Height of `count` lines in points. */
export const linesHeight = (count: number, { size }: TextStyle) => count * size * LEADING;

/**
 * Pages of a document. Coordinates are points from the top left corner. Text is drawn in `save`, which embeds only
 * the fonts and glyphs in use.
 */
export class PdfSheets {
  readonly pages: PDFPage[] = [];
  private readonly written: { page: PDFPage; line: ShapedLine; x: number; y: number; style: TextStyle }[] = [];
  private readonly embedded = new Map<Face, Embedded>();

  private constructor(
    private readonly pdf: PDFDocument,
    private readonly fonts: Fonts,
    readonly width: number,
    readonly height: number,
  ) {}

  static async open({ fonts, size, title, author, at }: SheetSettings): Promise<PdfSheets> {
    const pdf = await PDFDocument.create();
    pdf.setTitle(title, { showInWindowTitleBar: true });
    pdf.setAuthor(author);
    pdf.setProducer(author);
    pdf.setCreator(author);
    pdf.setLanguage("en");
    pdf.setCreationDate(new Date(at));
    pdf.setModificationDate(new Date(at));
    return new PdfSheets(pdf, fonts, size[0], size[1]);
  }

  add(): PDFPage {
    const page = this.pdf.addPage([this.width, this.height]);
    this.pages.push(page);
    return page;
  }

  lines(text: string, { size, weight }: TextStyle, width: number): ShapedLine[] {
    return shapeText(text, this.fonts, weight, width / size);
  }

  /** Writes lines below each other from `top` and returns the top of the next line. */
  write(
    page: PDFPage,
    lines: readonly ShapedLine[],
    at: { left: number; top: number } | { right: number; top: number },
    style: TextStyle,
  ) {
    lines.forEach((line, index) => {
      const x = "left" in at ? at.left : at.right - line.width * style.size;
      const baseline = at.top + style.size * (index * LEADING + (LEADING - 1) / 2 + 0.8);
      this.written.push({ page, line, x, y: this.height - baseline, style });
    });
    return at.top + linesHeight(lines.length, style);
  }

  /** Draws the logo where the name would stand, or writes the name. Returns the top of what follows. */
  async head(
    page: PDFPage,
    { name, logo }: Letterhead,
    { left, top, width }: Omit<Box, "color" | "height">,
    style: TextStyle,
  ) {
    // A picture that this library cannot read must not keep an invoice from its client.
    const image = logo && (await this.pdf.embedPng(logo).catch(() => null));
    if (!image) return this.write(page, this.lines(name, style, width), { left, top }, style);
    const size = image.scaleToFit(width / 2, LOGO_HEIGHT);
    page.drawImage(image, { x: left, y: this.height - top - size.height, ...size });
    return top + LOGO_HEIGHT;
  }

  box(page: PDFPage, { left, top, width, height, color }: Box) {
    page.drawRectangle({ x: left, y: this.height - top - height, width, height, color });
  }

  link(page: PDFPage, { left, top, width, height }: Omit<Box, "color">, url: string) {
    page.node.addAnnot(
      this.pdf.context.register(
        this.pdf.context.obj({
          Type: "Annot",
          Subtype: "Link",
          Rect: [left, this.height - top - height, left + width, this.height - top],
          Border: [0, 0, 0],
          A: { Type: "Action", S: "URI", URI: PDFString.of(url) },
        }),
      ),
    );
  }

  async save(): Promise<Uint8Array> {
    for (const { page, line, x, y, style } of this.written) {
      const operators = [setFillingColor(style.color), PDFOperator.of(PDFOperatorNames.BeginText)];
      let pen = x;
      for (const run of line.runs) {
        const embedded = await this.embed(run.face);
        const key = page.node.newFontDictionary(embedded.font.name, embedded.font.ref);
        operators.push(
          PDFOperator.of(PDFOperatorNames.SetFontAndSize, [key, number(style.size)]),
          PDFOperator.of(PDFOperatorNames.SetTextMatrix, ["1 0 0 1", number(pen), number(y)]),
          ...showing(run, embedded, style.size),
        );
        pen += run.width * style.size;
      }
      page.pushOperators(...operators, PDFOperator.of(PDFOperatorNames.EndText));
    }
    return await this.pdf.save();
  }

  private async embed(face: Face): Promise<Embedded> {
    let embedded = this.embedded.get(face);
    if (!embedded) {
      // pdf-lib lays text out without its direction, so its layout call returns the glyphs shaped earlier.
      let next: FontkitRun | undefined;
      const placed = Object.create(face.font, {
        layout: { value: () => next },
        createSubset: { value: () => encodedAtOnce(face.font.createSubset()) },
      });
      this.pdf.registerFontkit({ create: () => placed });
      const font = await this.pdf.embedFont(face.bytes, { subset: true });
      embedded = {
        font,
        give: (run) => {
          next = run;
        },
      };
      this.embedded.set(face, embedded);
    }
    return embedded;
  }
}

/**
 * Encodes a font subset synchronously. fontkit spreads the work over ticks that all requests of an isolate share, so
 * two documents would wait for each other, which workerd forbids.
 */
function encodedAtOnce(subset: FontkitSubset): FontkitSubset {
  const { encode } = subset;
  const stream = subset.encodeStream.bind(subset);
  return Object.assign(subset, {
    // fontkit's stream still calls this on its tick.
    encode: () => {},
    encodeStream: () => {
      const bytes: Uint8Array[] = [];
      const encoded = Object.assign(stream(), { push: (some: Uint8Array | null) => void (some && bytes.push(some)) });
      encode.call(subset, encoded);
      encoded.flush();
      const listener = {
        on(event: string, hear: (some?: Uint8Array) => void) {
          if (event === "data") for (const some of bytes) hear(some);
          if (event === "end") hear();
          return listener;
        },
      };
      return listener as never;
    },
  });
}

interface SheetSettings {
  fonts: Fonts;
  /** Width and height in points. */
  size: readonly [number, number];
  title: string;
  author: string;
  /** ms UTC. */
  at: number;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  color: Color;
}

const number = (value: number) => String(Math.round(value * 1000) / 1000);

/** Draws a run's glyphs where shaping placed them. Readers and searches get the original text. */
function showing(run: ShapedRun, { font, give }: Embedded, size: number): PDFOperator[] {
  give(run.glyphs);
  const codes = font.encodeText(run.text).asString().match(/.{4}/g) ?? [];
  const { glyphs, positions } = run.glyphs;
  const scale = 1000 / run.face.font.unitsPerEm;
  const operators: PDFOperator[] = [];
  let rise = 0;
  const show = (from: number, to: number) => {
    let shown = "";
    const flush = () => {
      if (shown) operators.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [`[${shown}]`]));
      shown = "";
    };
    const move = (units: number) => {
      if (Math.abs(units) >= 0.5) shown += number(-units * scale);
    };
    for (let index = from; index < to; index++) {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      if (yOffset !== rise) {
        flush();
        rise = yOffset;
        operators.push(PDFOperator.of(PDFOperatorNames.SetTextRise, [number((yOffset * scale * size) / 1000)]));
      }
      move(xOffset);
      shown += `<${codes[index]}>`;
      move(xAdvance - glyphs[index]!.advanceWidth - xOffset);
    }
    flush();
  };
  const meaning = (text: string, from: number, to: number) => {
    const properties = `<</ActualText ${PDFHexString.fromText(text)}>>`;
    operators.push(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of("Span"), properties]));
    show(from, to);
    operators.push(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  };

  if (run.plain) show(0, glyphs.length);
  else if (!run.rightToLeft) meaning(run.text, 0, glyphs.length);
  else {
    // Tagged letter by letter, because readers reorder right-to-left text themselves by position. Glyphs without code
    // points, such as dots, carry no text.
    glyphs.forEach(({ codePoints }, index) => {
      if (codePoints.length === 0) show(index, index + 1);
      else meaning(String.fromCodePoint(...codePoints), index, index + 1);
    });
  }
  if (rise !== 0) operators.push(PDFOperator.of(PDFOperatorNames.SetTextRise, ["0"]));
  return operators;
}
