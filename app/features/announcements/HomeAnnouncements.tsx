import type { ShownAnnouncement } from "~/domain/announcements/shownAnnouncements";
import { paths } from "~/paths";
import { BackgroundForm } from "~/ui/form/BackgroundForm";
import { Button } from "~/ui/form/Button";
import { Icon } from "~/ui/icon/Icon";
import { loadFirst } from "~/ui/layout/loadFirst";

type HomeAnnouncementsProps = { announcements: readonly ShownAnnouncement[]; dismissible: boolean };

/** Announcements for a customer. Dismissing one removes it permanently. */
export function HomeAnnouncements({ announcements, dismissible }: HomeAnnouncementsProps) {
  if (announcements.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="announcements">
      <h2 id="announcements">Announcements</h2>
      <ul className="announcements">
        {announcements.map(({ id, name, description, linkUrl, imageKey }, index) => (
          <li key={id} className="announcement">
            <img
              src={paths.file(imageKey)}
              alt=""
              width={320}
              height={180}
              // The first is the largest element of the first screen.
              {...(index === 0 ? loadFirst : { loading: "lazy" as const })}
            />
            <div className="announcement-words">
              <h3>{name}</h3>
              <p className="muted">{description}</p>
              <div className="row">
                <a className="button button-soft button-1" href={linkUrl} target="_blank" rel="noreferrer">
                  Read more<span className="visually-hidden"> about {name}, in a new tab</span>
                  <Icon name="arrow-up-right" size={14} />
                </a>
                {dismissible ? (
                  <BackgroundForm action={paths.announcementDismiss(id)} preventScrollReset>
                    <Button type="submit" variant="ghost" size={1}>
                      Dismiss<span className="visually-hidden"> {name}</span>
                    </Button>
                  </BackgroundForm>
                ) : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
