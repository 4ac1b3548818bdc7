import { transactionPage } from '@assay/domain';
import type { Pool } from '../../../platform/db/index.ts';
import { type SourceCall, SourceError } from '../sources/sources.ports.ts';
import { addFreezeEvents, freezesReadTo, hasFreezeEvents, storedFreezeEvents } from './freeze-events.store.ts';
import type { EventFreezeList } from './freeze-lists.ts';
import { freezePeriods } from './freeze-periods.ts';
import type { FreezeEventSource } from './freezes.ports.ts';

/** Requests that one reading of one contract may take: checks ask the same providers. */
const MOST_REQUESTS = 500;
/** Rows are handed on in portions of about so many characters. */
const PORTION = 65_536;
/** Blocks, or on Tron milliseconds, that are read again: what a provider lists late is not missed. */
const READ_AGAIN = { blocks: 300, milliseconds: 3_600_000 };

/** The events could not be read to the last final block; what was read is kept, and the next reading goes on there. */
export class FreezesUnreadError extends Error {
  override readonly name = 'FreezesUnreadError';
}

export interface FreezeReadingDeps {
  readonly pool: Pool;
  readonly source: FreezeEventSource;
  /** Requests that one reading may take; 500 where not given. */
  readonly mostRequests?: number;
}

/**
 * Reads the new events of a contract up to its last final block and stores them; says whether any is stored now.
 *
 * @throws FreezesUnreadError naming the provider, or how far the events are read
 */
export async function readFreezeList(
  { pool, source, mostRequests = MOST_REQUESTS }: FreezeReadingDeps,
  list: EventFreezeList,
  signal: AbortSignal,
): Promise<{ readonly hasEvents: boolean }> {
  const again = list.network === 'TRX' ? READ_AGAIN.milliseconds : READ_AGAIN.blocks;
  const from = Math.max(0, ((await freezesReadTo(pool, list)) ?? 0) - again);
  let left = mostRequests;
  let reached = '';
  const call: SourceCall = {
    signal,
    spend: () => {
      left -= 1;
      return left >= 0;
    },
  };
  try {
    for await (const part of source.parts(list, from, call)) {
      await addFreezeEvents(pool, list, part);
      reached = ` after ${((100 * part.readTo) / Math.max(1, part.end)).toFixed(0)}% of the chain`;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    const isSpent = error.fault.kind === 'cancelled';
    const why = isSpent ? `${mostRequests} requests were made` : error.message;
    throw new FreezesUnreadError(`${why}${reached}; the next update goes on there`, { cause: error });
  }
  return { hasEvents: await hasFreezeEvents(pool, list) };
}

/** The stored freezes of a contract as rows of labels, in the JSON Lines of docs/operations/labels.md. */
export async function* freezeLabels(pool: Pool, list: EventFreezeList): AsyncGenerator<Uint8Array> {
  const source = `${list.setName}/${list.contract}`;
  const common = { network: list.network, category: 'issuer_frozen', confidence: 100, source };
  let text = `${JSON.stringify({ defaults: { ...common, entity: `Frozen by ${list.issuer}` } })}\n`;
  for await (const { address, from, to } of freezePeriods(storedFreezeEvents(pool, list))) {
    const frozenAt = new Date(from.at).toISOString();
    const row = {
      address,
      source_url: transactionPage(list.network, from.transaction),
      source_date: frozenAt.slice(0, 10),
      valid_from: frozenAt,
      valid_to: to === null ? null : new Date(to.at).toISOString(),
    };
    text += `${JSON.stringify(row)}\n`;
    if (text.length < PORTION) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
