import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A comment, a string, a text in JSX or a page of Markdown, on one line of text. */
export interface Prose {
  /** Where it begins, from 1. */
  line: number;
  text: string;
}

const spoken = /\.(tsx?|css|sql|sh|md)$/;

/** Every file of a folder that holds text for people, itself when it is a file. */
export function filesWithProse(path: string): string[] {
  if (spoken.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesWithProse(inside);
    return spoken.test(entry.name) ? [inside] : [];
  });
}

interface Literal {
  start: number;
  end: number;
  /** Null for a regular expression, which is no prose but may look like a comment. */
  text: string | null;
}

function literalsOf(source: ts.SourceFile): Literal[] {
  const found: Literal[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) found.push({ start: node.pos, end: node.end, text: node.text });
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({ start: node.getStart(source), end: node.end, text: node.text });
    else if (ts.isRegularExpressionLiteral(node))
      found.push({ start: node.getStart(source), end: node.end, text: null });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

// Outside its literals, code holds these signs in comments only. Lines of `//` that follow each other are one comment.
const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
const oneLine = (text: string) =>
  text
    .replace(/^\s*(\/\*\*?|\/\/)|\*\/\s*$/g, "")
    .replace(/\n\s*(\*|\/\/)?\s*/g, " ")
    .trim();

function proseOfCode(file: string, code: string): Prose[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const literals = literalsOf(source);
  let rest = "";
  for (const { start, end } of literals)
    rest += code.slice(rest.length, start) + code.slice(start, end).replace(/[^\n]/g, " ");
  rest += code.slice(rest.length);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  return [
    ...literals.flatMap(({ start, text }) =>
      text?.includes(" ") ? [{ line: lineOf(start), text: oneLine(text) }] : [],
    ),
    ...[...rest.matchAll(comment)].map(({ index, 0: words }) => ({ line: lineOf(index), text: oneLine(words) })),
  ];
}

/** Blocks of a page, without its code: paragraphs, headings, list items and table rows. */
function proseOfMarkdown(page: string): Prose[] {
  const withoutCode = page.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, "_"));
  let line = 1;
  return withoutCode.split(/\n(?=\s*(?:$|[-*#|>\d]))/).map((block) => {
    const prose = { line, text: block.replace(/\s+/g, " ").replace(/^[\s\-*#|>]+/, "") };
    line += block.split("\n").length;
    return prose;
  });
}

/**
 * All that people read in a file: comments, strings with a space, JSX text; of SQL, styles and shell scripts the whole.
 */
export function proseOf(file: string): Prose[] {
  const text = readFileSync(file, "utf8");
  if (/\.tsx?$/.test(file)) return proseOfCode(file, text);
  if (file.endsWith(".md")) return proseOfMarkdown(text);
  return text.split("\n").map((one, n) => ({ line: n + 1, text: one.trim() }));
}
