import { open, rename, rm } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CommandError, EXIT } from '@assay/command';

/** Where a backup is written. */
export interface Target {
  readonly stream: Writable;
  readonly keep: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** Grows beside its place and is moved there when it is whole and on the disk. Readable by its owner alone. */
export async function toNewFile(file: string): Promise<Target> {
  const draft = `${file}.part`;
  const handle = await open(draft, 'w', 0o600).catch((error: unknown) => {
    throw new CommandError(`Cannot write ${draft}: ${messageOf(error)}`, EXIT.usage);
  });
  const stream = handle.createWriteStream({ flush: true });
  return {
    stream,
    keep: () => rename(draft, file),
    discard: async () => {
      stream.destroy();
      await finished(stream).catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** Stdout stays open for those who use it after us. */
export function toStdout(): Target {
  const stream = new PassThrough();
  stream.pipe(process.stdout, { end: false });
  const written = finished(stream);
  written.catch(() => undefined);
  return { stream, keep: () => written, discard: async () => void stream.destroy() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
