import { expect, test } from "vitest";
import { answerStomp, DESTINATION, messageFrames, newSocketState } from "../../workers/notifications/stompConversation";
import { BadFrame, MAX_FRAME_BYTES, readFrames, writeFrame } from "../../workers/notifications/stompFrames";

const plain = (message: string | ArrayBuffer) =>
  readFrames(message).map(({ command, headers, body }) => [command, Object.fromEntries(headers), body]);
const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

test.each([
  ["one frame", "SUBSCRIBE\nid:1\ndestination:/a\n\n\0", [["SUBSCRIBE", { id: "1", destination: "/a" }, ""]]],
  ["line ends of 1.2", "SUBSCRIBE\r\nid:1\r\n\r\n\0\r\n", [["SUBSCRIBE", { id: "1" }, ""]]],
  ["bytes", bytes("SUBSCRIBE\nid:1\n\n\0"), [["SUBSCRIBE", { id: "1" }, ""]]],
  [
    "several frames with line ends in between",
    "\nUNSUBSCRIBE\nid:1\n\n\0\n\nDISCONNECT\nreceipt:r\n\n\0\n",
    [
      ["UNSUBSCRIBE", { id: "1" }, ""],
      ["DISCONNECT", { receipt: "r" }, ""],
    ],
  ],
  ["a heartbeat", "\n", []],
  ["nothing", "", []],
  ["no headers", "DISCONNECT\n\n\0", [["DISCONNECT", {}, ""]]],
  ["escapes", "SUBSCRIBE\nid:a\\cb\\nc\\rd\\\\e\n\n\0", [["SUBSCRIBE", { id: "a:b\nc\rd\\e" }, ""]]],
  ["an escaped backslash before a letter", "SUBSCRIBE\nid:a\\\\n\n\n\0", [["SUBSCRIBE", { id: "a\\n" }, ""]]],
  ["a colon in a value", "SUBSCRIBE\nid:a:b\n\n\0", [["SUBSCRIBE", { id: "a:b" }, ""]]],
  ["CONNECT keeps backslashes", "CONNECT\nhost:a\\b\n\n\0", [["CONNECT", { host: "a\\b" }, ""]]],
  ["the first of repeated headers", "SUBSCRIBE\nid:1\nid:2\n\n\0", [["SUBSCRIBE", { id: "1" }, ""]]],
  ["a body up to NUL", "SEND\ndestination:/a\n\nhällo\0", [["SEND", { destination: "/a" }, "hällo"]]],
  ["NUL in a body of known length", "SEND\ncontent-length:3\n\na\0b\0", [["SEND", { "content-length": "3" }, "a\0b"]]],
  ["length counted in bytes", "SEND\ncontent-length:2\n\nä\0", [["SEND", { "content-length": "2" }, "ä"]]],
  ["an empty value", "SUBSCRIBE\nid:\n\n\0", [["SUBSCRIBE", { id: "" }, ""]]],
] as const)("frames: %s", (_, message, frames) => {
  expect(plain(message)).toEqual(frames);
});

test.each([
  ["no NUL", "SUBSCRIBE\nid:1\n\n"],
  ["no empty line", "SUBSCRIBE\nid:1\0"],
  ["only a command", "SUBSCRIBE"],
  ["a command in lower case", "subscribe\n\n\0"],
  ["a header without a colon", "SUBSCRIBE\nid\n\n\0"],
  ["a header without a name", "SUBSCRIBE\n:1\n\n\0"],
  ["an unknown escape", "SUBSCRIBE\nid:a\\tb\n\n\0"],
  ["an escape cut short", "SUBSCRIBE\nid:a\\\n\n\0"],
  ["a body in a frame without one", "SUBSCRIBE\nid:1\n\nbody\0"],
  ["an invalid length", "SEND\ncontent-length:-1\n\na\0"],
  ["a length short of the body", "SEND\ncontent-length:1\n\nab\0"],
  ["a length beyond the message", "SEND\ncontent-length:999\n\na\0"],
  ["bytes after a frame", "DISCONNECT\n\n\0x"],
  ["too large", `SEND\n\n${"x".repeat(MAX_FRAME_BYTES)}\0`],
  ["too many headers", `SEND\n${Array.from({ length: 40 }, (_, n) => `h${n}:1\n`).join("")}\n\0`],
  ["not UTF-8", new Uint8Array([0x53, 0x0a, 0x61, 0x3a, 0xff, 0x0a, 0x0a, 0x00]).buffer as ArrayBuffer],
] as const)("no frame: %s", (_, message) => {
  expect(() => readFrames(message)).toThrow(BadFrame);
});

test("parses what it wrote, whatever the text", () => {
  const headers = { "message-id": "a:b\n\r\\c", other: "\\n" };
  const body = '{"text":"ä \\u0000 \0 end"}';
  const [frame] = readFrames(writeFrame("MESSAGE", headers, body));
  expect(frame?.body).toBe(body);
  expect(Object.fromEntries(frame!.headers)).toEqual({ ...headers, "content-length": "26" });
});

const connected = answerStomp(newSocketState(), "CONNECT\naccept-version:1.2\nheart-beat:4000,4000\n\n\0").state;
const subscribed = answerStomp(connected, `SUBSCRIBE\nid:s1\ndestination:${DESTINATION}\n\n\0`).state;

test.each([
  ["1.2 among several", "accept-version:1.0,1.1,1.2\nheart-beat:4000,4000", "version:1.2\nheart-beat:4000,4000"],
  ["1.1 only", "accept-version:1.1\nheart-beat:4000,4000", "version:1.1\nheart-beat:4000,4000"],
  ["a rare heartbeat", "accept-version:1.2\nheart-beat:10000,4000", "version:1.2\nheart-beat:10000,4000"],
  ["no heartbeat for a client without", "accept-version:1.2", "version:1.2\nheart-beat:0,4000"],
])("connect: %s", (_, headers, answer) => {
  for (const command of ["CONNECT", "STOMP"])
    expect(answerStomp(newSocketState(), `${command}\n${headers}\n\n\0`).send).toEqual([`CONNECTED\n${answer}\n\n\0`]);
});

test.each([
  [
    "an outdated version",
    newSocketState(),
    "CONNECT\n\n\0",
    "ERROR\nmessage:Supported protocol versions are 1.1 and 1.2\nversion:1.1,1.2\n\n\0",
  ],
  ["a frame before CONNECT", newSocketState(), "DISCONNECT\n\n\0", "ERROR\nmessage:Not connected\n\n\0"],
  ["CONNECT twice", connected, "CONNECT\naccept-version:1.2\n\n\0", "ERROR\nmessage:Already connected\n\n\0"],
  [
    "another destination",
    connected,
    "SUBSCRIBE\nid:1\ndestination:/user/other/message\nreceipt:r\n\n\0",
    "ERROR\nmessage:Unknown destination\nreceipt-id:r\n\n\0",
  ],
  [
    "no id",
    connected,
    `SUBSCRIBE\ndestination:${DESTINATION}\n\n\0`,
    "ERROR\nmessage:A subscription needs an id of 1 to 64 characters\n\n\0",
  ],
  [
    "an id in use",
    subscribed,
    `SUBSCRIBE\nid:s1\ndestination:${DESTINATION}\n\n\0`,
    "ERROR\nmessage:This subscription id is in use\n\n\0",
  ],
  [
    "acknowledgements",
    connected,
    `SUBSCRIBE\nid:1\nack:client\ndestination:${DESTINATION}\n\n\0`,
    "ERROR\nmessage:Only ack\\cauto is served here\n\n\0",
  ],
  ["an unknown subscription", connected, "UNSUBSCRIBE\nid:1\n\n\0", "ERROR\nmessage:Unknown subscription id\n\n\0"],
  ["SEND", connected, "SEND\ndestination:/a\n\nhello\0", "ERROR\nmessage:SEND is not served here\n\n\0"],
  ["a word longer than any command", connected, `${"A".repeat(200)}\n\n\0`, "ERROR\nmessage:Not a STOMP frame\n\n\0"],
  ["no STOMP at all", connected, "hello", "ERROR\nmessage:The frame is not complete\n\n\0"],
] as const)("answers an ERROR and closes the socket: %s", (_, state, message, error) => {
  const reply = answerStomp(state, message);
  expect(reply.send).toEqual([error]);
  expect(reply.close?.code).toBe(1002);
});

test("answers frames of one message in order, nothing after DISCONNECT", () => {
  const reply = answerStomp(
    newSocketState(),
    `CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0\nSUBSCRIBE\nid:a\ndestination:${DESTINATION}\nreceipt:1\n\n\0` +
      "UNSUBSCRIBE\nid:a\nreceipt:2\n\n\0DISCONNECT\nreceipt:3\n\n\0SEND\n\n\0",
  );
  expect(reply.send).toEqual([
    "CONNECTED\nversion:1.2\nheart-beat:0,4000\n\n\0",
    "RECEIPT\nreceipt-id:1\n\n\0",
    "RECEIPT\nreceipt-id:2\n\n\0",
    "RECEIPT\nreceipt-id:3\n\n\0",
  ]);
  expect(reply.close).toEqual({ code: 1000, reason: "Disconnected" });
});

test("the receipt of the first subscription tells the unread count", () => {
  const subscribe = (id: string, destination = DESTINATION) =>
    `SUBSCRIBE\nid:${id}\ndestination:${destination}\nreceipt:${id}\n\n\0`;
  const reply = answerStomp(
    newSocketState(0),
    `CONNECT\naccept-version:1.2\n\n\0${subscribe("a", "/user/notify/order")}${subscribe("b")}${subscribe("c")}`,
  );
  expect(reply.send.slice(1)).toEqual([
    "RECEIPT\nreceipt-id:a\n\n\0",
    "RECEIPT\nreceipt-id:b\nunread:0\n\n\0",
    "RECEIPT\nreceipt-id:c\n\n\0",
  ]);
});

test("sends a message to every active subscription of a socket", () => {
  const message = {
    _id: "N1",
    description: "Paid",
    type: "ORDER",
    typeSystemId: "O1",
    read: false,
    createdTime: "2026-11-21T12:00:00.000Z",
  } as const;
  expect(messageFrames(connected, message)).toEqual([]);
  const twice = answerStomp(subscribed, `SUBSCRIBE\nid:s2\ndestination:${DESTINATION}\n\n\0`).state;
  const frames = messageFrames(twice, message).flatMap((frame) => readFrames(frame));
  expect(
    frames.map((frame) => [frame.command, frame.headers.get("subscription"), frame.headers.get("destination")]),
  ).toEqual([
    ["MESSAGE", "s1", DESTINATION],
    ["MESSAGE", "s2", DESTINATION],
  ]);
  expect(JSON.parse(frames[0]!.body)).toEqual(message);
});

test("refuses the seventeenth subscription", () => {
  const many = Array.from({ length: 16 }, (_, n) => `SUBSCRIBE\nid:${n}\ndestination:${DESTINATION}\n\n\0`).join("");
  const { state, close } = answerStomp(connected, many);
  expect([state.subscriptions.length, close]).toEqual([16, undefined]);
  expect(answerStomp(state, `SUBSCRIBE\nid:x\ndestination:${DESTINATION}\n\n\0`).close?.code).toBe(1002);
});
