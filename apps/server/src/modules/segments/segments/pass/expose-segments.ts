import { mkdir, rm } from 'node:fs/promises';
import type { Direction } from '@assay/exposure';
import { type Manifest, manifestDigest } from '../files/manifest.ts';
import { requireWholeSegments } from '../verify-segments.ts';
import { emptyWorkFolder } from '../work-folder.ts';
import { cutWindows } from './cut-windows.ts';
import { divideAccounts, labelAccounts, type PassLabels } from './label-accounts.ts';
import { LabelSlots } from './label-slots.ts';
import { linkWindows } from './link-windows.ts';
import { type MergedShares, mergeShares } from './merge-shares.ts';
import type { PassPlan } from './pass-plan.ts';
import { type Prepared, type Resumed, resume, writePrepared, writeProgress } from './pass-progress.ts';
import { runWindows, WindowMemory, type WindowsToRun } from './run-windows.ts';

export interface ExposeRequest {
  /** Of the segments. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Working files, some 70 bytes a record; removed at the end. */
  readonly workDir: string;
  /** The file of shares. */
  readonly out: string;
  readonly plan: PassPlan;
  /** Changes with every change of method and labels. */
  readonly basis: string;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

export interface ExposedSegments extends MergedShares {
  readonly records: number;
  readonly windows: number;
}

/**
 * The exact exposure of every account of a set of segments, both directions, within a given memory (docs/method,
 * section 3): the shares of `StreamPass` over all records at once, to the last bit. After a kill the next call with
 * the same segments, labels, method and plan resumes: within a direction at the last window, before that from the
 * start. Accounts whose own label may falsify the pass are marked as not exact (`accountsForOwnWalks`).
 */
export async function exposeSegments(request: ExposeRequest, labels: PassLabels): Promise<ExposedSegments> {
  const { manifest, plan, workDir: dir, signal, onProgress } = request;
  const basis = JSON.stringify([request.basis, manifestDigest(manifest), plan]);
  await mkdir(dir, { recursive: true });
  const former = resume(dir, basis);
  if (former === null) await requireWholeSegments(request.folder, manifest, signal, onProgress);
  onProgress('sorting accounts');
  const partOf = await divideAccounts(request.folder, manifest, plan);
  const { windows, sets } = former?.prepared ?? (await prepare(request, basis, partOf, labels));
  await runDirections(request, former, { dir, plan, partOf, windows, slots: new LabelSlots(sets), signal });
  onProgress('writing');
  const merged = await mergeShares({ dir, plan }, request.out, signal);
  await rm(dir, { recursive: true });
  return { ...merged, records: manifest.records, windows: windows.length };
}

/** Both directions, or what is left of them. What windows take is let go at its end: writing needs memory of its own. */
async function runDirections(
  { workDir: dir, onProgress }: ExposeRequest,
  former: Resumed | null,
  work: Omit<WindowsToRun, 'memory' | 'onWindow'>,
): Promise<void> {
  const { windows } = work;
  const memory = new WindowMemory(windows);
  const directions: readonly Direction[] = former?.progress.direction === 'fwd' ? ['fwd'] : ['bwd', 'fwd'];
  for (const direction of directions) {
    const begin = former?.progress.direction === direction ? former.progress.done : 0;
    await runWindows(direction, begin, {
      ...work,
      memory,
      onWindow: (done, window) => {
        writeProgress(dir, direction, done, window);
        onProgress(`${direction === 'bwd' ? 'incoming' : 'outgoing'}, part ${done} of ${windows.length}`);
      },
    });
  }
}

async function prepare(
  request: ExposeRequest,
  basis: string,
  partOf: (id: number) => number,
  labels: PassLabels,
): Promise<Prepared> {
  const { folder, manifest, plan, workDir: dir, signal, onProgress } = request;
  await emptyWorkFolder(dir);
  const work = { dir, plan, partOf };
  onProgress('reading labels');
  const sets = await labelAccounts(folder, manifest, work, labels, signal);
  const windows = await cutWindows(folder, manifest, work, signal, (records) =>
    onProgress(`reading records, ${Math.floor((100 * records) / manifest.records)}%`),
  );
  linkWindows(work, windows, signal, (part) => onProgress(`linking, part ${part} of ${plan.partitions}`));
  writePrepared(dir, basis, { windows, sets });
  return { windows, sets };
}
