import type { z } from 'zod';
import {
  type AccountSource,
  type SourceCall,
  SourceError,
  type TransfersAsk,
  type TransfersPage,
} from '../../sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { isNoHorizonResource } from './absent.ts';
import { contractOf, contractOn } from './evm-networks.ts';
import { readStellarHistory } from './horizon-history.ts';
import { lookUpByHorizon } from './horizon-look-up.ts';
import { account as accountAnswer, ledgers } from './horizon-wire.ts';
import { malformed } from './read-answer.ts';
import { parseJson, readAnswer } from './wire.ts';

/** Transfers, balances and the tip of Stellar from a Horizon server: XLM. */
export function horizonSource(provider: Provider): AccountSource {
  const { name } = provider;
  const read =
    <Schema extends z.ZodType>(schema: Schema) =>
    (text: string): z.output<Schema> =>
      readAnswer(name, parseJson(name, text), schema);
  return {
    ledger: 'account',
    network: 'XLM',
    providers: [name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn('XLM', asset) === null,
    async tip(call) {
      const query = { order: 'desc', limit: '1' };
      const { _embedded } = await provider.ask({ method: 'GET', path: '/ledgers', query }, call, read(ledgers));
      const [newest] = _embedded.records;
      if (newest === undefined) throw malformed(name, '_embedded.records');
      const { sequence, closed_at: time } = newest;
      // A closed ledger is never undone.
      return { block: sequence, time, finalBlock: sequence, finalTime: time, provider: name };
    },
    transfers: (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> => {
      contractOf('XLM', name, ask.asset);
      return readStellarHistory(provider, ask, call);
    },
    lookUp: (id, call) => lookUpByHorizon(provider, id, call),
    async balance(asset, account, call) {
      contractOf('XLM', name, asset);
      const request = { method: 'GET', path: `/accounts/${account}`, isAbsent: isNoHorizonResource } as const;
      const held = await provider.ask(request, call, (text) => (text === '' ? null : read(accountAnswer)(text)));
      const own = held?.balances.find(({ asset_type }) => asset_type === 'native');
      return { amount: own?.balance ?? 0n, time: null, provider: name };
    },
    counters() {
      const what = 'how many transactions an account has';
      return Promise.reject(new SourceError({ kind: 'not-supported', provider: name, what }));
    },
  };
}
