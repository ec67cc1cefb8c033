import { useEffect, useState } from "react";
import { IconButton } from "../form/IconButton";
import { Icon } from "../icon/Icon";
import { Rating } from "./Rating";

export interface Testimonial {
  text: string;
  author: string;
  rating: number;
}

const SHOWN_MS = 10_000;

/**
 * Customer quotes, one at a time. They advance by themselves until the reader chooses one, and stand still under the
 * pointer or focus and where reduced motion is asked for. Without script the first one shows.
 */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const count = testimonials.length;
  const [shown, setShown] = useState(0);
  const [held, setHeld] = useState(false);
  const [chosen, setChosen] = useState(false);
  const still = held || chosen || count < 2;
  useEffect(() => {
    if (still || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => setShown((now) => (now + 1) % count), SHOWN_MS);
    return () => clearInterval(timer);
  }, [still, count]);
  const go = (step: number) => {
    setChosen(true);
    setShown((shown + step + count) % count);
  };
  return (
    <section
      className="testimonials"
      aria-label="Customer quotes"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* All in one place, so that the panel keeps the height of the longest. */}
      <div className="testimonials-quotes" aria-live={chosen ? "polite" : undefined}>
        {testimonials.map(({ text, author, rating }, index) => (
          <blockquote key={text} data-off={index === shown ? undefined : ""}>
            <Rating value={rating} />
            <p>{text}</p>
            <footer className="muted">{author}</footer>
          </blockquote>
        ))}
      </div>
      {count > 1 ? (
        <div className="row script-only">
          <IconButton label="Previous quote" icon={<Icon name="chevron-left" />} onClick={() => go(-1)} />
          <span className="muted number">
            {shown + 1} of {count}
          </span>
          <IconButton label="Next quote" icon={<Icon name="chevron-right" />} onClick={() => go(1)} />
        </div>
      ) : null}
    </section>
  );
}
