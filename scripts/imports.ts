import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

export interface Import {
  from: string;
  /** A file of this repository (`app/...`) or a package name. */
  to: string;
  ours: boolean;
  /** Erased at run time. */
  typeOnly: boolean;
}

/** The folders of the source. */
export const roots = ["app", "db", "workers", "scripts"];
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

/** The source files in a folder, without tests. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(path) && !isTest(path) ? [path] : [];
  });

/** The file behind an internal import; null for generated modules and assets (styles, fonts). */
function resolveOurs(from: string, specifier: string): string | null {
  const base = specifier.startsWith("~/")
    ? join("app", specifier.slice(2))
    : specifier.startsWith("~db")
      ? join("db", specifier.slice("~db".length))
      : normalize(join(dirname(from), specifier));
  const tries = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts")];
  return tries.find((path) => existsSync(path) && statSync(path).isFile()) ?? null;
}

/** What a file imports and exports from elsewhere. */
export function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => {
    const bare = specifier.replace(/\?.*$/, "");
    if (bare.startsWith(".") || bare.startsWith("~")) {
      const to = resolveOurs(file, bare);
      if (to && /\.tsx?$/.test(to)) found.push({ from: file, to, ours: true, typeOnly });
      return;
    }
    const parts = bare.split("/");
    found.push({ from: file, to: parts.slice(0, bare.startsWith("@") ? 2 : 1).join("/"), ours: false, typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const onlyTypes =
        clause !== undefined &&
        (clause.isTypeOnly ||
          (!clause.name &&
            bindings !== undefined &&
            ts.isNamedImports(bindings) &&
            bindings.elements.length > 0 &&
            bindings.elements.every((element) => element.isTypeOnly)));
      add(node.moduleSpecifier.text, onlyTypes);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) add(argument.text, false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) add(literal.text, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
