import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Pool } from '../../../../platform/db/index.ts';
import { isUrl, UntrustedSourceError } from '../../../../platform/intake/index.ts';
import { LabelFormatError } from '../parsers/parser.ts';
import type { ImportLabelsHooks, ImportLabelsRequest } from './import-request.ts';
import { type HoldPolicy, type HoldReason, holdReason, type LabelDiff } from './label-diff.ts';
import { LABEL_FORMATS } from './label-formats.ts';
import { dropOldLabelImports, type LabelStage, withLabelStage } from './label-stage.store.ts';
import type { PublishedSet, SetToPublish } from './publish-labels.store.ts';
import { type LabelReading, stageLabels } from './stage-labels.ts';

/** An import that was cut off and not gone on with is forgotten after so long. */
export const CUT_IMPORT_DAYS = 7;

export interface ImportLabelsReport extends PublishedSet {
  readonly setName: string;
  /** Rows taken, equal ones counted each time. */
  readonly accepted: number;
  readonly rejected: number;
  /** Rows that an import that was cut off had staged, and this one did not stage again. */
  readonly continuedAfter: number;
  /** Refused rows by reason, and words no table knows by how often they came. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly unknownWords: Readonly<Record<string, number>>;
}

const UNSECONDED = 'an exchange by a list of thefts alone, without a second source';

/** Every row was refused: a set is never replaced by nothing. */
export class NoLabelsError extends Error {
  override readonly name = 'NoLabelsError';
}

/**
 * Imports a publisher's list and replaces the set of the same name. Rows are validated and staged as they are read;
 * only a complete reading is published, in one transaction. Cut off anywhere and asked for again, it goes on behind
 * the rows it has staged; the same facts a second time change nothing.
 *
 * @throws LabelFormatError, SourceError, LabelSetBusyError, NoLabelsError; the former set stays in every case
 */
export async function importLabels(
  pool: Pool,
  request: ImportLabelsRequest,
  hooks: ImportLabelsHooks = {},
): Promise<ImportLabelsReport> {
  return importThrough(pool, request, hooks, publishRead);
}

export type UpdateReport =
  | { readonly kind: 'published'; readonly report: ImportLabelsReport; readonly diff: LabelDiff }
  | { readonly kind: 'held'; readonly reason: HoldReason; readonly diff: LabelDiff };

/**
 * As `importLabels`, for a list that nobody has looked at: how it differs from the stored one decides whether it is
 * published, or staged until an operator approves it.
 */
export async function importWithHold(
  pool: Pool,
  request: ImportLabelsRequest,
  hooks: ImportLabelsHooks,
  policy: HoldPolicy,
): Promise<UpdateReport> {
  return importThrough(pool, request, hooks, async (read) => {
    const diff = await read.stage.diff();
    const reason = holdReason(diff, policy, await read.stage.thievesAndRobbed());
    if (reason === null) return { kind: 'published', report: await publishRead(read), diff } as const;
    await read.stage.hold(read.set, reason, diff);
    return { kind: 'held', reason, diff } as const;
  });
}

interface ReadList {
  readonly stage: LabelStage;
  readonly set: SetToPublish;
  readonly reading: LabelReading;
  readonly continuedAfter: number;
}

async function importThrough<T>(
  pool: Pool,
  request: ImportLabelsRequest,
  hooks: ImportLabelsHooks,
  end: (read: ReadList) => Promise<T>,
): Promise<T> {
  await dropOldLabelImports(pool, CUT_IMPORT_DAYS);
  return withLabelStage(pool, request.setName, fingerprintOf(request), async (stage) => {
    try {
      return await end(await readList(stage, request, hooks));
    } catch (error) {
      const isUseless =
        error instanceof LabelFormatError || error instanceof NoLabelsError || error instanceof UntrustedSourceError;
      if (isUseless) await stage.discard();
      throw error;
    }
  });
}

async function readList(stage: LabelStage, request: ImportLabelsRequest, hooks: ImportLabelsHooks): Promise<ReadList> {
  const { reached } = stage;
  if (reached !== null) hooks.goesOn?.(reached.rows);
  const goneOn = await stageLabels(stage, request, hooks, reached);
  const reading = goneOn ?? (await readFromStart(stage, request, hooks));
  reading.refuse(await stage.dropUnseconded(), UNSECONDED);
  if (reading.accepted === 0) throw new NoLabelsError(noLabels(request, reading));
  const set = {
    name: request.setName,
    origin: request.origin,
    format: request.format,
    location: request.locations.length === 1 ? (request.locations[0] ?? '') : `${request.locations.length} files`,
    rejected: reading.rejected,
  };
  return { stage, set, reading, continuedAfter: goneOn === null ? 0 : (reached?.rows ?? 0) };
}

async function publishRead({ stage, set, reading, continuedAfter }: ReadList): Promise<ImportLabelsReport> {
  const { accepted, rejected, reasons, unknownWords } = reading;
  return {
    ...(await stage.publish(set)),
    setName: set.name,
    accepted,
    rejected,
    continuedAfter,
    reasons: reasons.toRecord(),
    unknownWords: unknownWords.toRecord(),
  };
}

async function readFromStart(
  stage: LabelStage,
  request: ImportLabelsRequest,
  hooks: ImportLabelsHooks,
): Promise<LabelReading> {
  await hooks.startsAnew?.();
  await stage.restart();
  const reading = await stageLabels(stage, request, hooks, null);
  if (reading === null) throw new Error('A reading from the beginning has nothing to differ from');
  return reading;
}

function fingerprintOf({ format, currency, locations }: ImportLabelsRequest): string {
  const places = locations.map((location) => (isUrl(location) ? location : path.resolve(location)));
  return createHash('sha256')
    .update(JSON.stringify([format, currency ?? null, ...places]))
    .digest('hex');
}

function noLabels(request: ImportLabelsRequest, { rejected, reasons }: LabelReading): string {
  const [reason] = Object.keys(reasons.toRecord());
  return rejected === 0
    ? `No row found for the label set "${request.setName}"; is this ${LABEL_FORMATS[request.format].title}?`
    : `All ${rejected} rows were rejected (${reason}); the label set "${request.setName}" is unchanged`;
}
