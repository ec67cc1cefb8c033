import { type RefObject, useEffect, useRef, useState } from "react";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import type { ReceivedFile } from "./receivedFile";
import { sendFile, UploadFailed, type UploadTarget } from "./sendFile";
import { UPLOADS_ENDED } from "./waitsForUpload";

/** One file of a field: received (`key`), under way (`percent`), or failed (`failure`). */
export interface UploadEntry {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  key?: string;
  percent?: number;
  failure?: string;
  /** To be sent again. A refused file has none: it would be refused again. */
  file?: File;
}

interface UploadsOptions {
  field: string;
  multiple: boolean;
  received: readonly ReceivedFile[];
  upload: UploadTarget;
  /** The element around the field, which tells the form that the uploads have ended. */
  area: RefObject<HTMLElement>;
}

/** The files of a field, sent ahead of the form. A new file replaces the one before it, unless there may be several. */
export function useUploads({ field, multiple, received, upload, area }: UploadsOptions) {
  const [entries, setEntries] = useState<UploadEntry[]>(() => received.map((file) => ({ ...file, id: file.key })));
  /** What became of a file, read out. */
  const [status, setStatus] = useState("");
  const posts = useRef(new Map<string, AbortController>());
  const complete = useRef(true);
  const busy = entries.some(({ percent }) => percent !== undefined);
  const change = (id: string, news: Partial<UploadEntry> | null) =>
    setEntries((all) => all.flatMap((one) => (one.id !== id ? [one] : news ? [{ ...one, ...news }] : [])));

  const stop = (id: string) => {
    posts.current.get(id)?.abort();
    posts.current.delete(id);
  };

  async function send(id: string, file: File, form: HTMLFormElement | null) {
    const post = new AbortController();
    posts.current.set(id, post);
    setStatus(`Uploading ${file.name}`);
    const onProgress = (percent: number) => posts.current.get(id) === post && change(id, { percent });
    try {
      const { key, name, size } = await sendFile(upload, file, identityOf(form, field), onProgress, post.signal);
      if (post.signal.aborted) return;
      setEntries((all) =>
        all
          .filter((one) => one.id === id || (one.key !== key && (multiple || one.key === undefined)))
          .map((one) => (one.id === id ? { id, key, name, size } : one)),
      );
      setStatus(`${name} uploaded`);
    } catch (error) {
      if (post.signal.aborted) return;
      if (!(error instanceof UploadFailed)) throw error;
      complete.current = false;
      setStatus(error.message);
      change(id, { percent: undefined, failure: error.message, ...(error.again ? {} : { file: undefined }) });
    } finally {
      if (posts.current.get(id) === post) posts.current.delete(id);
    }
  }

  const choose = (files: readonly File[], form: HTMLFormElement | null) => {
    complete.current = true;
    const added = files.map((file) => ({
      id: crypto.randomUUID(),
      name: file.name,
      size: file.size,
      percent: 0,
      file,
    }));
    if (!multiple) for (const id of [...posts.current.keys()]) stop(id);
    // What was received stays until its successor has arrived. A new choice takes the place of a refused one.
    setEntries((all) => [
      ...all.filter(({ key, failure, file }) => key !== undefined || (multiple && !(failure && !file))),
      ...added,
    ]);
    for (const { id, file } of added) void send(id, file, form);
  };

  const remove = ({ id, name, percent }: UploadEntry) => {
    stop(id);
    if (percent !== undefined) complete.current = false;
    change(id, null);
    setStatus(percent === undefined ? `${name} removed` : `Upload of ${name} canceled`);
  };

  const tryAgain = ({ id, file }: UploadEntry, form: HTMLFormElement | null) => {
    if (!file) return;
    complete.current = true;
    change(id, { percent: 0, failure: undefined });
    void send(id, file, form);
  };

  useEffect(() => {
    if (!busy) area.current?.dispatchEvent(new CustomEvent(UPLOADS_ENDED, { bubbles: true, detail: complete.current }));
  }, [busy, area]);
  useEffect(() => {
    const open = posts.current;
    return () => {
      for (const post of open.values()) post.abort();
    };
  }, []);
  return { entries, status, busy, choose, remove, tryAgain };
}

/** The hidden fields that name the form and its owner, for a file that goes ahead of it. */
function identityOf(form: HTMLFormElement | null, field: string) {
  const own = form ? [...new FormData(form)].filter(([name]) => name === FORM_KEY || name === FORM_OWNER) : [];
  return { ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])), field };
}
