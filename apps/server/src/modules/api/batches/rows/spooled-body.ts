import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BATCH_REQUEST_BYTES } from '@assay/contracts/v1';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { ProblemError } from '../../public-api/problem-error.ts';
import { TOO_LARGE } from './rows-body.ts';

interface BodyLimits {
  /** Bodies of one workspace at once. */
  readonly ofWorkspace: number;
  /** Bodies of all. */
  readonly ofServer: number;
}

interface SpoolLimits extends BodyLimits {
  /** Of workspaces that bought nothing, which are free to make: however many, they leave room to the others. */
  readonly unbought: BodyLimits;
}

/** 1 GiB of the disk, on which the embedded database is too. */
const BODIES = (1024 * 1024 * 1024) / BATCH_REQUEST_BYTES;
/** Two at least: a client that lost its connection sends its body again while the first is still being stored. */
const SPOOL_LIMITS: SpoolLimits = {
  ofWorkspace: 4,
  ofServer: BODIES,
  unbought: { ofWorkspace: 2, ofServer: BODIES / 2 },
};
const READ_BYTES = 64 * 1024;
const ENDING = '.body';
/** An operator has to make room, and a body is large: programs are not to send it every few seconds. */
const FULL_RETRY_SECONDS = 60;
/** Of a disk, and of an account's share of one. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Gives the bytes of a body that a workspace sends, once all have arrived. */
export type Spool = (bytes: AsyncIterable<Uint8Array>, workspace: string) => AsyncIterable<Uint8Array>;

/** Whether a workspace bought checks lately, or has some left of what it bought. */
type HasBought = (workspace: string) => Promise<boolean>;

/**
 * Bodies wait in a folder below the data folder: the one for temporary files is memory in a container. What a crash left
 * there is removed. Servers may share it: a file that is in use has no name that another could remove.
 *
 * @param limits default: those of a server
 */
export async function openSpool(
  dataDir: string,
  hasBought: HasBought,
  limits: SpoolLimits = SPOOL_LIMITS,
): Promise<Spool> {
  const folder = path.join(dataDir, 'spool');
  for (const name of await namesIn(folder)) {
    // A file system on a network gives what has no name one of its own, and takes it away itself.
    if (name.endsWith(ENDING)) await rm(path.join(folder, name), { force: true });
  }
  const room = new SpoolRoom(limits);
  return (bytes, workspace) =>
    withRoom(
      async () => room.take(workspace, await hasBought(workspace)),
      spooled(bytes, () => openNameless(folder)),
    );
}

/** Room is taken once the body is asked for: one that nobody reads needs none. */
async function* withRoom(
  takeRoom: () => Promise<() => void>,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const leave = await takeRoom();
  try {
    yield* body;
  } finally {
    leave();
  }
}

/**
 * The bytes of a body, of which none is given before all have arrived: they wait in a file, so that the time in which a
 * request has to arrive counts the sender's pace and not that of storing its rows. The file has no name once it is
 * open, so that a crash leaves no bytes behind.
 *
 * @throws ProblemError payload_too_large beyond 32 MiB; AppError StorageFull where the disk is full; what the body throws
 */
export async function* spooled(
  bytes: AsyncIterable<Uint8Array>,
  openFile: () => Promise<FileHandle>,
): AsyncGenerator<Uint8Array> {
  const file = await onDisk(openFile());
  try {
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > BATCH_REQUEST_BYTES) throw new ProblemError('payload_too_large', TOO_LARGE);
      // Appends all of it, where a single write may take a part.
      await onDisk(file.appendFile(chunk));
    }
    for (let at = 0; at < length; ) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(READ_BYTES), position: at });
      if (bytesRead === 0) throw new Error(`A file of ${length} bytes ended after ${at}`);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, `${randomUUID()}${ENDING}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await rm(name, { force: true });
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && FULL.has(error.code))) throw error;
    throw new AppError('StorageFull', {
      internal: 'the disk of the data folder is full',
      retryAfterSeconds: FULL_RETRY_SECONDS,
      cause: error,
    });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // No body has arrived yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Rows of a body of others have been stored by then, mostly; sooner, a client would only send its body in vain. */
const RETRY_SECONDS = 30;

/** Counts the bodies that wait on the disk of one server, so that they cannot fill it, nor one workspace take all room. */
class SpoolRoom {
  readonly #limits: SpoolLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;
  #unbought = 0;

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /**
   * Takes room for one body. Returns what gives it back.
   *
   * @throws AppError TooManyRequests where the workspace has as many as it may, Overloaded where all have
   */
  take(workspace: string, hasBought: boolean): () => void {
    const own = this.#taken.get(workspace) ?? 0;
    const { ofWorkspace } = hasBought ? this.#limits : this.#limits.unbought;
    if (own >= ofWorkspace) {
      throw new AppError('TooManyRequests', {
        retryAfterSeconds: RETRY_SECONDS,
        publicText: `${hasBought ? 'A workspace' : 'A workspace that has not bought checks'} can send ${ofWorkspace} bodies with rows at once. Wait for one to be answered.`,
      });
    }
    const isFull = this.#all >= this.#limits.ofServer;
    if (isFull || (!hasBought && this.#unbought >= this.#limits.unbought.ofServer)) {
      throw new AppError('Overloaded', {
        internal: 'too many bodies of batches arrive',
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#taken.set(workspace, own + 1);
    this.#all += 1;
    if (!hasBought) this.#unbought += 1;
    return () => this.#leave(workspace, hasBought);
  }

  #leave(workspace: string, hasBought: boolean): void {
    const left = (this.#taken.get(workspace) ?? 0) - 1;
    if (left > 0) this.#taken.set(workspace, left);
    else this.#taken.delete(workspace);
    this.#all -= 1;
    if (!hasBought) this.#unbought -= 1;
  }
}
