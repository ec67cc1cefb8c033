import { expect, test } from "vitest";
import { searchServices } from "./searchServices";

const services = [
  {
    id: "niche",
    name: "Niche Edits",
    description: "<p>A backlink in an older article.</p>",
    packages: "DA 20+ DA 30+",
  },
  { id: "guest", name: "Guest Posts", description: "Articles on real blogs", packages: "DA 40+" },
  { id: "seo", name: "Local SEO", description: "Better than guest posts for shops", packages: "Starter" },
];

test.each([
  ["niche", ["niche"]],
  ["posts guest", ["guest", "seo"]],
  ["starter", ["seo"]],
  ["articles", ["guest"]],
  ["backlinks", ["niche"]],
  ["gust posts", ["guest", "seo"]],
  ["lcoal", ["seo"]],
  ["sea", []],
  ["nothing like it", []],
])("finds %j by name, description, packages or one typing error", (text, found) => {
  expect(searchServices(services, text)).toEqual(found);
});
