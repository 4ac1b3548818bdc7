import { evmHexOfTron } from '../../../formats/tron-address.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import { SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';
import { constantAnswer, eventPage } from '../tron/trongrid-wire.ts';
import type { FreezeReader } from './evm-freezes.ts';
import type { EventWord } from './freeze-lists.ts';

const EVENTS_A_PAGE = 200;
const MOST_EVENT_PAGES = 20;
/** The caller address; a constant call costs nothing, and any address may make it. */
const NOBODY = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/** Reads the freeze lists of the issuers' contracts on Tron through TronGrid. */
export function trongridFreezes(provider: Provider): FreezeReader {
  const { name } = provider;
  const hexOf = (address: string): string => {
    const hex = evmHexOfTron(address);
    if (hex === null) throw new SourceError({ kind: 'not-supported', provider: name, what: 'this address' });
    return hex;
  };
  return {
    provider: name,
    async isFrozen(contract, list, address, call) {
      const body = {
        owner_address: NOBODY,
        contract_address: contract,
        function_selector: list.asks,
        parameter: hexOf(address).padStart(64, '0'),
        visible: true,
      };
      return await provider.ask({ method: 'POST', path: '/wallet/triggerconstantcontract', body }, call, (text) => {
        const answer = readAnswer(name, parseJson(name, text), constantAnswer);
        const [word] = answer.constant_result ?? [];
        if (answer.result.result !== true) {
          throw new SourceError({ kind: 'unavailable', provider: name, reason: 'the contract refused the question' });
        }
        if (word === undefined || !/^0{63}[01]$/.test(word)) throw malformed(name, 'constant_result.0');
        return word.endsWith('1');
      });
    },
    async frozenSince(contract, list, address, call) {
      const hex = hexOf(address);
      /**
       * The newest event of a name that is about the address; null where there is none, undefined where unknown. Where
       * the address was added twice, an earlier event would cost more pages than a date is worth.
       */
      const newestOf = async (event: string): Promise<number | null | undefined> => {
        let fingerprint: string | undefined;
        for (let pages = 0; pages < MOST_EVENT_PAGES; pages += 1) {
          const query = {
            event_name: event,
            only_confirmed: 'true',
            limit: String(EVENTS_A_PAGE),
            order_by: 'block_timestamp,desc',
            ...(fingerprint !== undefined && { fingerprint }),
          };
          const path = `/v1/contracts/${contract}/events`;
          const page = await provider.ask({ method: 'GET', path, query }, call, (text) =>
            readAnswer(name, parseJson(name, text), eventPage),
          );
          const own = page.data.find(({ result }) => Object.values(result).some((value) => isOf(value, hex)));
          if (own !== undefined) return own.block_timestamp;
          fingerprint = page.meta.fingerprint;
          if (fingerprint === undefined) return null;
        }
        return undefined;
      };
      const newest = async (words: readonly EventWord[]): Promise<number | null | undefined> => {
        let last: number | null = null;
        for (const { name: event } of words) {
          const found = await newestOf(event);
          if (found === undefined) return undefined;
          last = found === null ? last : Math.max(found, last ?? 0);
        }
        return last;
      };
      const added = await newest(list.added);
      if (added === null || added === undefined) return null;
      const removed = await newest(list.removed);
      if (removed === undefined || (removed !== null && removed > added)) return null;
      return Math.floor(added / 1000);
    },
  };
}

/** Events contain an address as twenty bytes, or as Tron's twenty-one. */
function isOf(value: string, hex: string): boolean {
  return (
    value
      .toLowerCase()
      .replace(/^0x/, '')
      .replace(/^41(?=[0-9a-f]{40}$)/, '') === hex
  );
}
