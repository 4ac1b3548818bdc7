import type { z } from 'zod';
import { contractOf, contractOn, type EvmNetwork } from '../../../formats/evm-networks.ts';
import { finalityDepth } from '../../../formats/finality.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import {
  type AccountSource,
  type SourceCall,
  SourceError,
  type TransfersAsk,
  type TransfersPage,
} from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoBlockscoutEntry } from '../common/absent.ts';
import { malformed } from '../common/read-rows.ts';
import { readBlockscoutHistory } from './blockscout-history.ts';
import { lookUpByBlockscout } from './blockscout-look-up.ts';
import { addressAnswer, blockAnswer, blockList, countersAnswer, tokenBalances } from './blockscout-wire.ts';

/** Path of the API below the provider's base URL, for an explorer of one chain and for Blockscout's shared one. */
const API = '/api/v2';

/**
 * Transfers, balances, counters and the tip of one EVM network from a Blockscout explorer.
 *
 * @param chainPath empty for the URL of an explorer of one chain, '/1' for Ethereum at the URL that serves all chains
 */
export function blockscoutSource(network: EvmNetwork, provider: Provider, chainPath = ''): AccountSource {
  const base = `${chainPath}${API}`;
  const get = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    call: SourceCall,
    query: Readonly<Record<string, string>> = {},
  ): Promise<z.output<Schema>> =>
    provider.ask({ method: 'GET', path: `${base}${path}`, query }, call, (text) =>
      readAnswer(provider.name, parseJson(provider.name, text), schema),
    );
  /** Blockscout answers 404 for an address that was never used. */
  const find = <Schema extends z.ZodType>(path: string, schema: Schema, call: SourceCall) =>
    provider.ask<z.output<Schema> | null>(
      { method: 'GET', path: `${base}${path}`, isAbsent: isNoBlockscoutEntry },
      call,
      (text) => (text === '' ? null : readAnswer(provider.name, parseJson(provider.name, text), schema)),
    );
  return {
    ledger: 'account',
    network,
    providers: [provider.name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn(network, asset) !== undefined,
    async tip(call) {
      const [newest] = (await get('/blocks', blockList, call, { type: 'block' })).items;
      if (newest === undefined) throw malformed(provider.name, 'items');
      const final = await get(`/blocks/${Math.max(0, newest.height - finalityDepth(network))}`, blockAnswer, call);
      return {
        block: newest.height,
        time: newest.timestamp,
        finalBlock: final.height,
        finalTime: final.timestamp,
        provider: provider.name,
      };
    },
    transfers: (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> =>
      readBlockscoutHistory({ network, provider, base }, contractOf(network, provider.name, ask.asset), ask, call),
    lookUp: (id, call) => lookUpByBlockscout({ network, provider, base }, id, call),
    async balance(asset, account, call) {
      const contract = contractOf(network, provider.name, asset);
      if (contract === null) {
        const found = await find(`/addresses/${account}`, addressAnswer, call);
        // The explorer asks its node for a balance some time after it first saw the address.
        if (found !== null && found.coin_balance === null) {
          const reason = 'it has not read the balance yet';
          throw new SourceError({ kind: 'unavailable', provider: provider.name, reason });
        }
        return { amount: found?.coin_balance ?? 0n, time: null, provider: provider.name };
      }
      const held = await find(`/addresses/${account}/token-balances`, tokenBalances, call);
      const own = held?.find(({ token }) => (token?.address_hash ?? token?.address) === contract);
      return { amount: own?.value ?? 0n, time: null, provider: provider.name };
    },
    async counters(_asset, account, call) {
      const [address, counts] = await Promise.all([
        find(`/addresses/${account}`, addressAnswer, call),
        find(`/addresses/${account}/counters`, countersAnswer, call),
      ]);
      return {
        transactions: counts?.transactions_count ?? 0,
        counterparties: null,
        // An account that only delegates to code still belongs to the owner of its key.
        isContract: address?.is_contract == null ? null : address.is_contract && address.proxy_type !== 'eip7702',
        received: null,
        sent: null,
        provider: provider.name,
      };
    },
  };
}
