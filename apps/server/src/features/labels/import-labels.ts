import { setImmediate } from 'node:timers/promises';
import type { Pool } from '../../db/index.ts';
import { openSource } from '../../intake/index.ts';
import type { ActorRow, LabelRow, ParsedItem, Rejection } from './label-claim.ts';
import { LABEL_FORMATS, type LabelFormat, type LabelFormatId } from './label-formats.ts';
import { type PublishedSet, withLabelStage } from './label-sets.store.ts';
import { LabelFormatError } from './parsers/parser.ts';
import { readActorClaim, readLabelClaim } from './read-claim.ts';
import { Tally } from './tally.ts';

const BATCH_ROWS = 2000;

export interface ImportLabelsRequest {
  readonly format: LabelFormatId;
  /** Files and http(s) URLs that together make up the set. */
  readonly locations: readonly string[];
  /** The set they replace. */
  readonly setName: string;
  readonly origin: 'starter' | 'import';
  /** Currency code of lists that name none. */
  readonly currency?: string | undefined;
}

export interface LabelRejection extends Rejection {
  readonly location: string;
}

export interface ImportLabelsHooks {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((rows: { readonly accepted: number; readonly rejected: number }) => void) | undefined;
  /** Told of every refused row; what it returns is waited for. */
  readonly rejected?: ((rejection: LabelRejection) => void | Promise<void>) | undefined;
}

export interface ImportLabelsReport extends PublishedSet {
  readonly setName: string;
  /** Rows taken, equal ones counted each time. */
  readonly accepted: number;
  readonly rejected: number;
  /** Refused rows by reason, and words no table knows by how often they came. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly unknownWords: Readonly<Record<string, number>>;
}

/** Every row was refused: a set is never replaced by nothing. */
export class NoLabelsError extends Error {
  override readonly name = 'NoLabelsError';
}

/**
 * Imports a publisher's list in place of what stood under its set name. Rows are judged as they stream by and staged;
 * only a complete reading is published, in one transaction. An interrupted import leaves nothing and is simply run
 * again from its beginning; the same facts a second time change nothing.
 *
 * @throws LabelFormatError, SourceError, LabelSetBusyError, NoLabelsError; the former set stands in every case
 */
export async function importLabels(
  pool: Pool,
  request: ImportLabelsRequest,
  hooks: ImportLabelsHooks = {},
): Promise<ImportLabelsReport> {
  const format: LabelFormat = LABEL_FORMATS[request.format];
  const reasons = new Tally();
  const unknownWords = new Tally();
  let accepted = 0;
  let rejected = 0;
  let read = 0;
  const published = await withLabelStage(pool, request.setName, async (stage) => {
    const labels: LabelRow[] = [];
    const actors: ActorRow[] = [];
    const flush = async (): Promise<void> => {
      await stage.addLabels(labels.splice(0));
      await stage.addActors(actors.splice(0));
      hooks.progress?.({ accepted, rejected });
      // Requests of the same process get their turn.
      await setImmediate();
    };
    for (const location of request.locations) {
      const source = await openSource(location, { signal: hooks.signal });
      const input = { ...source, currency: request.currency };
      for await (const item of namingFile(format.parse(input), location)) {
        const judged = judge(item, format.strict);
        read += 1;
        if ('rejection' in judged) {
          rejected += 1;
          reasons.add(judged.rejection.reason);
          await hooks.rejected?.({ ...judged.rejection, location });
        } else {
          accepted += 1;
          for (const word of judged.unknownWords) unknownWords.add(word);
          if ('label' in judged) labels.push(judged.label);
          else actors.push(judged.actor);
        }
        if (read % BATCH_ROWS === 0) {
          hooks.signal?.throwIfAborted();
          await flush();
        }
      }
    }
    hooks.signal?.throwIfAborted();
    await flush();
    if (accepted === 0) throw new NoLabelsError(noLabels(request, rejected, reasons));
    return stage.publish({
      name: request.setName,
      origin: request.origin,
      format: request.format,
      location: request.locations.length === 1 ? (request.locations[0] ?? '') : `${request.locations.length} files`,
      rejected,
    });
  });
  return {
    ...published,
    setName: request.setName,
    accepted,
    rejected,
    reasons: reasons.toRecord(),
    unknownWords: unknownWords.toRecord(),
  };
}

/** Says which file of several is at fault. */
async function* namingFile(items: AsyncIterable<ParsedItem>, location: string): AsyncGenerator<ParsedItem> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof LabelFormatError)
      throw new LabelFormatError(`${location}: ${error.message}`, { cause: error });
    throw error;
  }
}

type Judged =
  | { readonly rejection: Rejection }
  | { readonly label: LabelRow; readonly unknownWords: readonly string[] }
  | { readonly actor: ActorRow; readonly unknownWords: readonly string[] };

function judge(item: ParsedItem, strict: boolean): Judged {
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

function noLabels(request: ImportLabelsRequest, rejected: number, reasons: Tally): string {
  const [reason] = Object.keys(reasons.toRecord());
  return rejected === 0
    ? `No row found for the label set "${request.setName}"; is this ${LABEL_FORMATS[request.format].title}?`
    : `All ${rejected} rows were rejected (${reason}); the label set "${request.setName}" is unchanged`;
}
