import { Badge } from "./Badge";
import { StatusDot } from "./StatusDot";
import type { Tone } from "./Tone";

export interface StatusView {
  label: string;
  tone: Tone;
  notes: { text: string; tone?: Tone }[];
}

/** A status with a badge for each note, e.g. 'Void'. */
export const StatusWithNotes = ({ label, tone, notes }: StatusView) => (
  <span className="row">
    <StatusDot tone={tone}>{label}</StatusDot>
    {notes.map((note) => (
      <Badge key={note.text} tone={note.tone}>
        {note.text}
      </Badge>
    ))}
  </span>
);
