import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BATCH_REQUEST_BYTES } from '@assay/contracts/v1';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { TOO_LARGE } from './rows-body.ts';
import { SPOOL_LIMITS, type SpoolLimits, SpoolRoom } from './spool-room.ts';

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
