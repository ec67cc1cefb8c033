import { expect, test } from "vitest";
import { readSites } from "./readSites";

const values = (text: string) =>
  readSites(text).map(({ domain, dr, da, traffic, samplePage }) => [domain, dr, da, traffic, samplePage]);
const errors = (text: string) => readSites(text).flatMap((site) => site.errors);

test.each(["\t", ";", ",", ", "])("reads cells separated by %j", (sign) => {
  const text = ["https://www.a.example/", "45", "38", "12k", "https://a.example/sample"].join(sign);
  expect(values(text)).toEqual([["a.example", 45, 38, 12_000, "https://a.example/sample"]]);
  expect(errors(text)).toEqual([]);
});

test.each([
  ["12k", 12_000],
  ["1.5M", 1_500_000],
  ["1,200", 1200],
  ["1.200", 1200],
  ["1 200", 1200],
  ["2,345,678", 2_345_678],
  ["~900", 900],
  ["10K+", 10_000],
  ["0", 0],
  ["-", null],
  ["n/a", null],
  ["", null],
])("reads %s visits", (text, traffic) => {
  expect(readSites(`a.example\t1\t2\t${text}`)).toMatchObject([{ traffic, errors: [] }]);
});

test("reads thousands in a list by commas", () => {
  const list =
    'a.example,50,40,1,200\nb.example,50,100,"1,200",https://b.example/x\nc.example,1,2,3,456,789,c.example/y';
  expect(values(list)).toEqual([
    ["a.example", 50, 40, 1200, ""],
    ["b.example", 50, 100, 1200, "https://b.example/x"],
    ["c.example", 1, 2, 3_456_789, "https://c.example/y"],
  ]);
  expect(values("Site,Traffic,DR\na.example,50,100")).toEqual([["a.example", 100, null, 50, ""]]);
});

test("finds columns by the head line and keeps line numbers", () => {
  const sites = readSites(
    "Sites for you\n\nTraffic\tSite\tdr\tSample page\r\n1,000\ta.example\t7\t\n\n5k\tb.example\t\thttps://b.example/x",
  );
  expect(sites.map(({ line }) => line)).toEqual([4, 6]);
  expect(sites).toMatchObject([
    { domain: "a.example", dr: 7, da: null, traffic: 1000, samplePage: "", errors: [] },
    { domain: "b.example", dr: null, da: null, traffic: 5000, samplePage: "https://b.example/x", errors: [] },
  ]);
});

test("reads domains alone", () => {
  expect(values("a.example\nhttps://blog.b.example/x\n")).toEqual([
    ["a.example", null, null, null, ""],
    ["b.example", null, null, null, ""],
  ]);
});

test("names every fault of a line", () => {
  expect(errors("a.example\t1\t2\nlocalhost\t101\t-1\tmany\thttp://10.0.0.1")).toEqual([
    "Line 2: not a domain",
    "Line 2: DR is a number from 0 to 100",
    "Line 2: DA is a number from 0 to 100",
    "Line 2: the traffic is not a number",
    "Line 2: the sample page is not a web address",
  ]);
});
