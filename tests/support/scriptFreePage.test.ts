import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "./scriptFreeBrowser";

interface Received {
  method: string;
  url: string;
  type: string;
  cookie: string;
  body: string;
}

let server: Server;
let base: string;
let html = "";
let received: Received[] = [];
let answers: Record<string, { status: number; headers: Record<string, string | string[]> }> = {};
let browser: ScriptFreeBrowser;

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const { "content-type": type = "", cookie = "" } = headers;
    received.push({ method, url, type, cookie, body: await bodyOf(request) });
    const { status, headers: sent } = answers[url.split("?")[0]!] ?? { status: 200, headers: {} };
    response.writeHead(status, { "Content-Type": "text/html", ...sent });
    response.end(`<!DOCTYPE html><html><head><title>A page</title></head><body>${html}</body></html>`);
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  received = [];
  answers = {};
  browser = scriptFreeBrowser(base);
});

const page = async (body: string) => {
  html = body;
  return await browser.open("/page?old=1");
};
const last = () => received.at(-1)!;
const button = "<button name=intent value=save>Save</button>";

test("finds a field by its label, around it or by id", async () => {
  const form =
    await page(`<form method=post><label for=a>First <span aria-hidden=true>*</span></label><input id=a name=a>
    <label>Second <input name=b></label><span id=c>Third</span><input name=c aria-labelledby=c>
    <input name=d aria-label=Fourth>${button}</form>`);
  await form.fill("First", "1").fill("Second", "2").fill("Third", "3").fill("Fourth", "4").press("Save");
  expect(last().body).toBe("a=1&b=2&c=3&d=4&intent=save");
});

test("lists the labels when one is unknown or there are two", async () => {
  const form = await page(
    `<form><label>Name <input></label><label>Name <input></label><label>City <input></label></form>`,
  );
  expect(() => form.fill("Town", "x")).toThrow(/No field Town on \/page. There are:\s+Name\s+City/);
  expect(() => form.fill("Name", "x")).toThrow(/2 times a field Name/);
});

test("refuses fields that a user cannot change", async () => {
  const form = await page(`<form><label>Off <input disabled></label><label>Fixed <input readonly value=1></label>
    <fieldset disabled><legend>Part <label>Title <input></label></legend><label>Inner <input></label></fieldset>
    <div hidden><label>Unseen <input></label></div><div class=script-only><label>Scripted <input></label></div>
    <details><summary>More</summary><label>Folded <input></label></details>
    <dialog><label>Closed <input></label></dialog></form>`);
  expect(() => form.fill("Off", "x")).toThrow("disabled");
  expect(() => form.fill("Fixed", "x")).toThrow("read-only");
  expect(() => form.fill("Inner", "x")).toThrow("disabled");
  expect(form.fill("Title", "x").value("Title")).toBe("x");
  for (const label of ["Unseen", "Scripted", "Closed"]) expect(() => form.fill(label, "x")).toThrow("No field");
  expect(() => form.fill("Folded", "x")).toThrow('inside "More", which is closed');
  expect(form.expand("More").fill("Folded", "x").value("Folded")).toBe("x");
});

test("refuses what a number, a date or a drop-down cannot hold", async () => {
  const form = await page(`<form><label>Count <input type=number></label><label>Day <input type=date></label>
    <label>Size <select><option value=s>Small<option value=l disabled>Large</select></label></form>`);
  expect(() => form.fill("Count", "1,5")).toThrow("takes no");
  expect(() => form.fill("Day", "1 May")).toThrow("takes no");
  expect(() => form.select("Size", "Huge")).toThrow(/no option Huge. There are:\s+Small\s+Large/);
  expect(() => form.select("Size", "Large")).toThrow("disabled");
  expect(form.choice("Size")).toBe("Small");
});

test("sends what a browser sends: no disabled, unnamed or unticked control", async () => {
  const form = await page(`<form method=post><input type=hidden name=h value=1><input name=off disabled value=2>
    <input value=unnamed><label>Yes <input type=checkbox name=yes></label><input type=checkbox name=no checked>
    <fieldset><legend>Kind</legend><label>A <input type=radio name=k value=a checked></label>
    <label>B <input type=radio name=k value=b></label></fieldset>
    <select name=s><option disabled value=>Choose<option>Red</select><textarea name=t>
one
two</textarea><button name=other value=1>Other</button>${button}</form>`);
  form.check("Yes").within("Kind").check("B");
  await form.press("Save");
  expect([...new URLSearchParams(last().body)]).toEqual([
    ["h", "1"],
    ["yes", "on"],
    ["no", "on"],
    ["k", "b"],
    ["s", "Red"],
    ["t", "one\r\ntwo"],
    ["intent", "save"],
  ]);
});

test("a button's own action and method win over the form's", async () => {
  const form = await page(`<form method=post action=/save><input name=a value=1><button>Save</button>
    <button formaction=/find formmethod=get name=by value=x>Find</button></form>`);
  await form.press("Find");
  expect(last()).toMatchObject({ method: "GET", url: "/find?a=1&by=x" });
  await form.press("Save");
  expect(last()).toMatchObject({ method: "POST", url: "/save", body: "a=1" });
});

test("controls and buttons elsewhere belong to a form by its id", async () => {
  const form = await page(`<form id=f method=post action=/there></form><form method=post action=/wrong>
    <input form=f name=a value=1><input name=b value=2><button form=f>Send</button></form>`);
  await form.press("Send");
  expect(last()).toMatchObject({ url: "/there", body: "a=1" });
});

test("a GET form replaces the query, a form without action keeps it", async () => {
  await (await page("<form><input name=q value='a b'><button>Find</button></form>")).press("Find");
  expect(last().url).toBe("/page?q=a+b");
  await (await page("<form method=post><button>Save</button></form>")).press("Save");
  expect(last().url).toBe("/page?old=1");
});

test("sends files as parts, and the name alone without that encoding", async () => {
  const file = new File(["words"], "a.txt", { type: "text/plain" });
  const fields = "<label>File <input type=file name=f></label><label>None <input type=file name=n></label>";
  const parts = await page(`<form method=post enctype=multipart/form-data>${fields}${button}</form>`);
  await parts.attach("File", file).press("Save");
  expect(last().type).toMatch(/^multipart\/form-data/);
  expect(last().body).toMatch(/name="f"; filename="a.txt"\r\nContent-Type: text\/plain\r\n\r\nwords/);
  expect(last().body).toContain('name="n"; filename=""');
  expect(() => parts.attach("File", file, file)).toThrow("takes one file");
  const plain = await page(`<form method=post>${fields}${button}</form>`);
  await plain.attach("File", file).press("Save");
  expect(last().body).toBe("f=a.txt&n=&intent=save");
});

test("buttons without effect are errors: type=button, no form, disabled", async () => {
  const form = await page(`<form method=post><button type=button>Script</button><button disabled>Off</button></form>
    <button>Alone</button><form method=post><button aria-label="Close it">x</button></form>`);
  await expect(form.press("Script")).rejects.toThrow("does nothing without script");
  await expect(form.press("Off")).rejects.toThrow("disabled");
  await expect(form.press("Alone")).rejects.toThrow("belongs to no form");
  await expect(form.press("x")).rejects.toThrow(/No button x on \/page. There are:\s+Script\s+Off\s+Alone\s+Close it/);
});

test("native validation blocks a form unless it says novalidate", async () => {
  const fields = `<label>Name <input required name=n></label><label>Mail <input type=email name=m></label>
    <label>Count <input type=number min=2 name=c value=1></label><fieldset><legend>Kind</legend>
    <label>A <input type=radio name=k required></label></fieldset>`;
  const form = await page(`<form method=post>${fields}${button}<button formnovalidate>Later</button></form>`);
  form.fill("Mail", "nobody");
  const count = received.length;
  await expect(form.press("Save")).rejects.toThrow(
    /Name: required\s+Mail: not an email address\s+Count: below 2\s+A: required/,
  );
  expect(received).toHaveLength(count);
  await form.press("Later");
  await (await page(`<form method=post novalidate>${fields}${button}</form>`)).press("Save");
  expect(received).toHaveLength(count + 3);
});

test("an open dialog takes the place of its page, except the toasts", async () => {
  const form =
    await page(`<main><form><label>Behind <input></label></form><dialog open aria-labelledby=t><h2 id=t>Ask</h2>
    <label>Front <input></label></dialog></main><section class=toasts aria-label=Messages><div class=toast><p>Saved</p></div></section>`);
  expect(() => form.fill("Behind", "x")).toThrow(/There are:\s+Front/);
  expect(form.within("Ask").fill("Front", "x").value("Front")).toBe("x");
  expect([form.text, form.toasts]).toEqual(["Ask Front", ["Saved"]]);
});

test("reads errors and hints of a field, and only text that is shown", async () => {
  const form = await page(`<form><label for=a>Name</label><input id=a aria-describedby="h e" aria-invalid=true>
    <p id=h>As on your card</p><p id=e class=field-error>Name is required</p><label>City <input></label></form>
    <p hidden>Unseen</p><details><summary>More</summary>Folded</details><noscript>Without script</noscript>`);
  expect(form.error("Name")).toBe("As on your card Name is required");
  expect(form.error("City")).toBe("");
  expect(form.fieldErrors).toEqual(["Name is required"]);
  expect(form.text).not.toMatch(/Unseen|Folded/);
  expect(form.text).toContain("Without script");
});

test("keeps cookies by path, drops expired ones and follows redirects", async () => {
  const set = ["a=1; Path=/", "b=2; Path=/other", "c=3; Max-Age=0; Path=/"];
  answers["/start"] = { status: 303, headers: { Location: "/middle", "Set-Cookie": set } };
  answers["/middle"] = { status: 307, headers: { Location: "/end" } };
  const form = await page("<form method=post action=/start><button>Go</button></form>");
  const end = await form.press("Go");
  expect(received.slice(-3).map(({ method, url, cookie }) => [method, url, cookie])).toEqual([
    ["POST", "/start", ""],
    ["GET", "/middle", "a=1"],
    ["GET", "/end", "a=1"],
  ]);
  expect(end.path).toBe("/end");
});

test("follows a link by its name and saves a file under its name", async () => {
  answers["/file"] = {
    status: 200,
    headers: { "Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="a.csv"' },
  };
  const form = await page(`<a href=/file>A file</a><a href=/x>Two</a><a href=/y>Two</a>
    <svg><title>Icon</title></svg><table aria-label=People><tbody><tr><td>Ada</td><td><a href=/ada>Edit</a></td></tr>
    <tr><td>Bo</td><td><a href=/bo>Edit</a></td></tr></tbody></table>`);
  expect((await form.follow("A file")).fileName).toBe("a.csv");
  await expect(form.follow("Two")).rejects.toThrow("2 times a link Two");
  await expect(form.follow("Icon")).rejects.toThrow("No link Icon");
  expect(form.rows("People")).toEqual([
    ["Ada", "Edit"],
    ["Bo", "Edit"],
  ]);
  await form.row("Bo").follow("Edit");
  expect(last().url).toBe("/bo");
});

test("an answer with a server error fails the test", async () => {
  answers["/broken"] = { status: 500, headers: {} };
  await expect(browser.open("/broken")).rejects.toThrow("GET /broken answered 500");
});
