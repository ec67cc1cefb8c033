/** A person's photo or initials. Decorative: the name is next to it or labels the button. */
export function Avatar({ name, photoUrl }: { name: string; photoUrl?: string | null }) {
  if (photoUrl) return <img className="avatar" src={photoUrl} alt="" width={32} height={32} />;
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "").join("");
  return (
    <span className="avatar" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  );
}
