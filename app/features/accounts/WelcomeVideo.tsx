import { Icon } from "~/ui/icon/Icon";

interface WelcomeVideoProps {
  url: string;
  captionsUrl: string;
  title: string;
}

/**
 * The welcome video. The browser loads nothing of it until the client opens and plays it, with or without script
 * (rules.md accounts/first-login).
 */
export function WelcomeVideo({ url, captionsUrl, title }: WelcomeVideoProps) {
  return (
    <details className="card">
      <summary className="row">
        <Icon name="circle-play" size={20} />
        Watch: {title}
      </summary>
      {/* biome-ignore lint/a11y/useMediaCaption: the agency chooses whether its video has captions */}
      <video className="welcome-video" src={url} preload="none" controls crossOrigin="anonymous" aria-label={title}>
        {captionsUrl ? <track kind="captions" src={captionsUrl} srcLang="en" label="English" /> : null}
        <a href={url}>{title}</a>
      </video>
    </details>
  );
}
