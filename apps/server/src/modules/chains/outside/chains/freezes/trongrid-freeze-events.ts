import { tronAddressOfHex } from '../../../formats/tron-address.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import type { FreezeEvent } from '../../../freezes/freezes.ports.ts';
import type { SourceCall } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';
import { datedEventPage } from '../tron/trongrid-wire.ts';
import type { FreezeEventReader } from './evm-freeze-events.ts';
import { type EventStretch, partsOfStretches } from './freeze-event-ranges.ts';
import type { EventWord } from './freeze-lists.ts';

const ROWS_A_PAGE = 200;
/** Pages of one kind of events that make up a part. */
const MOST_PAGES = 50;

/** All freeze events of an issuer's contract on Tron, by the times of their blocks. */
export function trongridFreezeEvents(
  provider: Provider,
  finalTime: (call: SourceCall) => Promise<number>,
): FreezeEventReader {
  const { name } = provider;
  const pageOf = (contract: string, query: Readonly<Record<string, string>>, call: SourceCall) =>
    provider.ask({ method: 'GET', path: `/v1/contracts/${contract}/events`, query }, call, (text) =>
      readAnswer(name, parseJson(name, text), datedEventPage),
    );
  return {
    provider: name,
    async *parts(contract, { added, removed }, from, call) {
      const end = (await finalTime(call)) * 1000;
      const reading =
        ({ name: event }: EventWord, kind: FreezeEvent['kind']) =>
        async (start: number): Promise<EventStretch> => {
          const events: FreezeEvent[] = [];
          const range = { min_block_timestamp: String(start), max_block_timestamp: String(end) };
          const common = { event_name: event, only_confirmed: 'true', order_by: 'block_timestamp,asc', ...range };
          let fingerprint: string | undefined;
          for (let pages = 0; pages < MOST_PAGES; pages += 1) {
            const query = { ...common, limit: String(ROWS_A_PAGE), ...(fingerprint !== undefined && { fingerprint }) };
            const page = await pageOf(contract, query, call);
            events.push(...page.data.map((row) => eventOf(name, kind, row)));
            fingerprint = page.meta.fingerprint;
            if (fingerprint === undefined) return { events, cutAt: null };
          }
          const cutAt = Math.max(...events.map(({ at }) => at)) - 1;
          if (cutAt < start) throw malformed(name, 'block_timestamp');
          return { events, cutAt };
        };
      const read = [
        ...added.map((word) => reading(word, 'frozen')),
        ...removed.map((word) => reading(word, 'released')),
      ];
      yield* partsOfStretches({ from, end }, ({ at }) => at, from > end ? [] : read);
    },
  };
}

interface EventRow {
  readonly block_timestamp: number;
  readonly block_number: number;
  readonly event_index: number;
  readonly transaction_id: string;
  readonly result: Readonly<Record<string, string>>;
}

/** The event has one parameter; it is listed by its number and by its name. */
function eventOf(provider: string, kind: FreezeEvent['kind'], row: EventRow): FreezeEvent {
  const value = row.result['0'] ?? Object.values(row.result)[0] ?? '';
  const bytes = /^(?:0x|41)?([0-9a-fA-F]{40})$/.exec(value)?.[1];
  const address = bytes === undefined ? null : tronAddressOfHex(`41${bytes}`);
  if (address === null) throw malformed(provider, 'data.result.0');
  return {
    kind,
    address,
    block: row.block_number,
    logIndex: row.event_index,
    at: row.block_timestamp,
    transaction: row.transaction_id,
  };
}
