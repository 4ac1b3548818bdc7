import { readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Direction, Label } from '@assay/exposure';
import type { WindowSize } from './cut-windows.ts';
import { resultsKind, statesKind } from './run-windows.ts';

/** What both directions of a pass read. */
export interface Prepared {
  readonly windows: readonly WindowSize[];
  /** Sets of labels, in the order of their slots. */
  readonly sets: readonly (readonly Label[])[];
}

/** How far a pass is. Everything before it is in files, whole. */
export interface PassProgress {
  readonly direction: Direction;
  /** Windows that are done, in the order of the direction. */
  readonly done: number;
  /** Bytes of the files that grow, by name. */
  readonly lengths: Readonly<Record<string, number>>;
}

const PREPARED = 'prepared.json';
const PROGRESS = 'progress.json';
const START: PassProgress = { direction: 'bwd', done: 0, lengths: {} };

/** A pass that was interrupted. */
export interface Resumed {
  readonly prepared: Prepared;
  readonly progress: PassProgress;
}

/** What was prepared for this basis, and how far its pass is; null where the folder holds nothing of it. */
export function resume(dir: string, basis: string): Resumed | null {
  const prepared = read<Prepared & { readonly basis: string }>(dir, PREPARED);
  if (prepared === null || prepared.basis !== basis) return null;
  const progress = read<PassProgress>(dir, PROGRESS) ?? START;
  return cutBack(dir, progress) ? { prepared, progress } : null;
}

export function writePrepared(dir: string, basis: string, prepared: Prepared): void {
  write(dir, PREPARED, { basis, ...prepared });
}

/** @param consumed number of the window whose waiting states were read last: its file is no longer needed */
export function writeProgress(dir: string, direction: Direction, done: number, consumed: number): void {
  const former = `${statesKind(direction)}-${consumed}`;
  const names = growing(dir, direction).filter((name) => name !== former);
  const lengths = Object.fromEntries(names.map((name) => [name, statSync(path.join(dir, name)).size]));
  write(dir, PROGRESS, { direction, done, lengths } satisfies PassProgress);
}

/** A file of this process's own making: the same version wrote it, as its basis says. */
function read<Content>(dir: string, name: string): Content | null {
  try {
    return JSON.parse(readFileSync(path.join(dir, name), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Puts a file in the place of the former one, whole. */
function write(dir: string, name: string, content: object): void {
  const file = path.join(dir, name);
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}

/** Brings files back to what they were; false where one is shorter, as after a power cut. */
function cutBack(dir: string, { direction, lengths }: PassProgress): boolean {
  for (const name of [...growing(dir, direction), ...(direction === 'bwd' ? growing(dir, 'fwd') : [])]) {
    const file = path.join(dir, name);
    const length = lengths[name];
    if (length === undefined) rmSync(file);
    else if (statSync(file).size < length) return false;
    else truncateSync(file, length);
  }
  const left = new Set(growing(dir, direction));
  return Object.keys(lengths).every((name) => left.has(name));
}

function growing(dir: string, direction: Direction): readonly string[] {
  const kinds = [`${statesKind(direction)}-`, `${resultsKind(direction)}-`];
  return readdirSync(dir).filter((name) => kinds.some((kind) => name.startsWith(kind)));
}
