import { readFileSync } from "node:fs";
import Validator from "@adobe/structured-data-validator";
import type { Product, WithContext } from "schema-dts";
import { validateXML } from "xmllint-wasm";

const sitemapXsd = readFileSync("node_modules/sitemap/schema/sitemap.xsd", "utf8");

/** What the XSD of sitemaps.org says against a sitemap. */
export async function sitemapProblems(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: "sitemap.xml", contents: xml },
    schema: { fileName: "sitemap.xsd", contents: sitemapXsd },
  });
  return errors.map(({ message }) => message);
}

/** What Google's rules for products and offers say against JSON-LD; recommended properties apart. */
export async function productProblems(data: WithContext<Product>): Promise<string[]> {
  const found = await new Validator().validate({ jsonld: { Product: [data] } });
  return found.filter(({ severity }) => severity === "ERROR").map(({ issueMessage }) => issueMessage);
}
