import { useState } from "react";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Button } from "~/ui/form/Button";
import { buttonClass } from "~/ui/form/buttonClass";
import { LinkButton } from "~/ui/form/LinkButton";

/** Recovery codes, shown only once, to copy, download or write down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The codes stay on the page to be selected by hand.
      setCopied(false);
    }
  };
  return (
    <div className="stack narrow">
      <Alert tone="warning" title="Keep these recovery codes">
        Use a code to sign in when you do not have your authenticator app. Each works once. We will not show them again.
      </Alert>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button className="script-only" onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
        <a
          className={buttonClass({})}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <LinkButton to={paths.profile()} variant="solid">
          I have saved them
        </LinkButton>
      </div>
    </div>
  );
}
