import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isUrl, SourceError } from '../../../../../platform/intake/index.ts';
import { reasonOf } from '../../../../../platform/kernel/text/message-of.ts';
import type { SourceFile } from '../formats/source-files.ts';
import { BlockFile, type Frame, framesOf, MAGIC } from './block-frames.ts';

/** One file of blocks: Core's, or a single block as bytes or hexadecimal digits. */
export interface BlockSource {
  readonly name: string;
  readonly isSingle: boolean;
  frames(): AsyncGenerator<Frame>;
  read(at: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Undo data beside a file of blocks: `rev` and the same number for Core's, `NAME-undo.END` for a single block. */
export interface UndoSource {
  readonly isCore: boolean;
  readonly file: BlockFile;
  readonly magic: number;
  close(): Promise<void>;
}

const LARGEST_SINGLE = 16_000_000;
const KEY_FILE = 'xor.dat';

/** Whether this is undo data, which is read with its blocks and is no source of its own. */
export function isUndo(location: string): boolean {
  return undoName(path.basename(location)) === null;
}

/** A file of Bitcoin Core's. @throws SourceError */
export async function openCoreFile(location: string): Promise<{ readonly file: BlockFile; close(): Promise<void> }> {
  const handle = await openFile(location);
  const { size } = await handle.stat();
  return { file: new BlockFile(handle, size, await keyBeside(location)), close: () => handle.close() };
}

/** @throws SourceError */
export async function openBlocks({ location, name }: SourceFile, magic: number = MAGIC): Promise<BlockSource> {
  if (isUrl(location)) throw new SourceError(`${location}: raw blocks are read from files`);
  const handle = await openFile(location);
  try {
    const { size } = await handle.stat();
    const core = new BlockFile(handle, size, await keyBeside(location));
    const head = await core.read(0, 4);
    if (head.length === 4 && head.readUInt32BE(0) === magic) {
      return {
        name,
        isSingle: false,
        frames: () => framesOf(core, 0, magic),
        read: (at, length) => core.read(at, length),
        close: () => handle.close(),
      };
    }
    if (size > LARGEST_SINGLE) throw new SourceError(`${name} holds no blocks of Bitcoin’s main network`);
    const bytes = unwrapped(await new BlockFile(handle, size, null).read(0, size));
    return {
      name,
      isSingle: true,
      frames: async function* () {
        yield { at: 0, length: bytes.length, isCut: false };
      },
      read: async (at, length) => bytes.subarray(at, at + length),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Null where there is none. */
export async function openUndo(location: string, magic: number = MAGIC): Promise<UndoSource | null> {
  const name = undoName(path.basename(location));
  const beside = name === null ? null : path.join(path.dirname(location), name);
  if (beside === null || !existsSync(beside)) return null;
  const handle = await openFile(beside);
  const { size } = await handle.stat();
  const isCore = name?.startsWith('rev') === true;
  const file = new BlockFile(handle, size, isCore ? await keyBeside(location) : null);
  return { isCore, file, magic, close: () => handle.close() };
}

/** What the undo data of a file is called; null for undo data itself. */
function undoName(name: string): string | null {
  if (/^rev\d+\.dat$/.test(name) || /-undo\.\w+$/.test(name)) return null;
  const { name: stem, ext } = path.parse(name);
  return /^blk\d+\.dat$/.test(name) ? name.replace('blk', 'rev') : `${stem}-undo${ext}`;
}

async function openFile(location: string): Promise<FileHandle> {
  try {
    return await open(location);
  } catch (error) {
    throw new SourceError(`Cannot read ${location}: ${reasonOf(error)}`, { cause: error });
  }
}

async function keyBeside(location: string): Promise<Uint8Array | null> {
  const key = path.join(path.dirname(location), KEY_FILE);
  return existsSync(key) ? await readFile(key) : null;
}

function unwrapped(bytes: Buffer): Buffer {
  const text = bytes.length % 2 === 0 || bytes.at(-1) === 0x0a ? bytes.subarray(0, 200).toString('latin1') : '';
  return /^[0-9a-fA-F]{160,}$/.test(text) ? Buffer.from(bytes.toString('latin1').trim(), 'hex') : bytes;
}
