import { setImmediate } from 'node:timers/promises';
import { onlyUtf8, openSource, RowsDigest, SourceFormatError } from '../../../../platform/intake/index.ts';
import type { ActorRow, LabelRow, ParsedItem, Rejection } from '../label-claim.ts';
import { LabelFormatError } from '../parsers/parser.ts';
import type { ImportLabelsHooks, ImportLabelsRequest } from './import-request.ts';
import { LABEL_FORMATS, type LabelFormat } from './label-formats.ts';
import type { LabelStage, Reached } from './label-stage.store.ts';
import { readActorClaim, readLabelClaim } from './read-claim.ts';

const BATCH_ROWS = 2000;

/** What a whole reading came to, whichever part of it an earlier import had staged. */
export class LabelReading {
  accepted = 0;
  rejected = 0;
  readonly reasons = new Tally();
  readonly unknownWords = new Tally();

  get rows(): number {
    return this.accepted + this.rejected;
  }

  count(judged: Judged): void {
    if ('rejection' in judged) {
      this.rejected += 1;
      this.reasons.add(judged.rejection.reason);
      return;
    }
    this.accepted += 1;
    for (const word of judged.unknownWords) this.unknownWords.add(word);
  }

  /** Rows that were taken, and what is stored beside them refuses. */
  refuse(rows: number, reason: string): void {
    this.accepted -= rows;
    this.rejected += rows;
    for (let row = 0; row < rows; row += 1) this.reasons.add(reason);
  }
}

/**
 * Reads the whole source, judges its rows as they stream by, and stages those behind `from`. The rows before it are
 * judged again, which is cheap, and not written again: their counts and refusals belong to the outcome, and the digest
 * over them proves that the staged ones are theirs.
 *
 * @returns null when the source no longer begins as it did when it was staged
 */
export async function stageLabels(
  stage: LabelStage,
  request: ImportLabelsRequest,
  hooks: ImportLabelsHooks,
  from: Reached | null,
): Promise<LabelReading | null> {
  const format: LabelFormat = LABEL_FORMATS[request.format];
  const reading = new LabelReading();
  const digest = new RowsDigest();
  const labels: LabelRow[] = [];
  const actors: ActorRow[] = [];
  const stagedRows = from?.rows ?? 0;
  // One batch is written while the next is judged: the database works meanwhile.
  let staging: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await staging;
    hooks.signal?.throwIfAborted();
    if (reading.rows > stagedRows) {
      staging = stage.add(labels.splice(0), actors.splice(0), { rows: reading.rows, digest: digest.value() });
      // Its failure is thrown where it is awaited; until then it must not count as unhandled.
      staging.catch(() => undefined);
    }
    hooks.progress?.({ accepted: reading.accepted, rejected: reading.rejected });
    // Requests of the same process get their turn.
    await setImmediate();
  };
  try {
    for (const location of request.locations) {
      const { signal, allowsPrivateRedirects } = hooks;
      const { rows } = request;
      const source =
        rows === undefined
          ? await openSource(location, { signal, allowsPrivateRedirects })
          : { name: location, bytes: rows() };
      const input = { ...source, bytes: onlyUtf8(source.bytes), currency: request.currency };
      for await (const item of namingFile(format.parse(input), location)) {
        const judged = judgeItem(item, format.strict);
        reading.count(judged);
        digest.add(judged);
        if ('rejection' in judged) await hooks.rejected?.({ ...judged.rejection, location });
        if (reading.rows === from?.rows && digest.value() !== from.digest) return null;
        if (reading.rows > stagedRows) {
          if ('label' in judged) labels.push(judged.label);
          if ('actor' in judged) actors.push(judged.actor);
        }
        if (reading.rows % BATCH_ROWS === 0) await flush();
      }
    }
    if (reading.rows < stagedRows) return null;
    await flush();
    await staging;
    return reading;
  } finally {
    // Nobody may touch what is staged before it is written.
    await Promise.allSettled([staging]);
  }
}

/** Says which file of several is at fault. */
async function* namingFile(items: AsyncIterable<ParsedItem>, location: string): AsyncGenerator<ParsedItem> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof LabelFormatError || error instanceof SourceFormatError)
      throw new LabelFormatError(`${location}: ${error.message}`, { cause: error });
    throw error;
  }
}

type Judged =
  | { readonly rejection: Rejection }
  | { readonly label: LabelRow; readonly unknownWords: readonly string[] }
  | { readonly actor: ActorRow; readonly unknownWords: readonly string[] };

/** What a row of a publisher comes to: a fact for the store, or why it is refused. */
function judgeItem(item: ParsedItem, strict: boolean): Judged {
  switch (item.kind) {
    case 'rejection':
      return { rejection: item.rejection };
    case 'label': {
      const verdict = readLabelClaim(item.claim, strict);
      if (verdict.ok) return { label: verdict.row, unknownWords: verdict.unknownWords };
      const text = `${item.claim.chain} ${item.claim.address}`.slice(0, 200);
      return { rejection: { line: item.claim.line, reason: verdict.reason, text } };
    }
    case 'actor': {
      const verdict = readActorClaim(item.claim);
      if ('row' in verdict) return { actor: verdict.row, unknownWords: verdict.unknownWords };
      return { rejection: { line: item.claim.line, reason: verdict.reason, text: item.claim.actor.slice(0, 200) } };
    }
  }
}

const MOST_TALLIED_KINDS = 200;
const OTHER_KINDS = '(other)';

/** Counts by kind in bounded memory: kinds beyond the first 200 are counted together. */
class Tally {
  private readonly counts = new Map<string, number>();

  add(kind: string): void {
    const key = this.counts.has(kind) || this.counts.size < MOST_TALLIED_KINDS ? kind : OTHER_KINDS;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Most frequent first. */
  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([, left], [, right]) => right - left));
  }
}
