import { z } from 'zod';
import { contractOf, contractOn } from '../../../formats/evm-networks.ts';
import { finalityDepth } from '../../../formats/finality.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import type { AccountSource, SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { readTronHistory } from './trongrid-history.ts';
import { lookUpByTronGrid } from './trongrid-look-up.ts';
import { accountPage, blockAnswer, type TronAccount } from './trongrid-wire.ts';

/** Transfers, balances and the tip of Tron from TronGrid: TRX, and tokens of the TRC-20 kind. */
export function trongridSource(provider: Provider): AccountSource {
  const { name } = provider;
  const post = <Schema extends z.ZodType>(path: string, body: unknown, schema: Schema, call: SourceCall) =>
    provider.ask({ method: 'POST', path, body }, call, (text) => readAnswer(name, parseJson(name, text), schema));
  return {
    ledger: 'account',
    network: 'TRX',
    providers: [name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn('TRX', asset) !== undefined,
    async tip(call) {
      const newest = (await post('/wallet/getnowblock', {}, blockAnswer, call)).block_header.raw_data;
      const height = Math.max(0, newest.number - finalityDepth('TRX'));
      const final = (await post('/wallet/getblockbynum', { num: height }, blockAnswer, call)).block_header.raw_data;
      return {
        block: newest.number,
        time: Math.floor(newest.timestamp / 1000),
        finalBlock: final.number,
        finalTime: Math.floor(final.timestamp / 1000),
        provider: name,
      };
    },
    transfers: (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> =>
      readTronHistory(provider, contractOf('TRX', name, ask.asset), ask, call),
    lookUp: (id, call) => lookUpByTronGrid(provider, id, call),
    async balance(asset, account, call) {
      const contract = contractOf('TRX', name, asset);
      const path = `/v1/accounts/${account}`;
      const query = { only_confirmed: 'true' };
      const held = await provider.ask({ method: 'GET', path, query }, call, (text) =>
        readAnswer(name, parseJson(name, text), accountPage),
      );
      // An account that was never paid is an empty list.
      const [own] = held.data;
      const tokens = own?.trc20?.find((entry) => contract !== null && entry[contract] !== undefined);
      const amount = contract === null ? coinsOf(own) : tokens?.[contract];
      return { amount: amount ?? 0n, time: null, provider: name };
    },
    async counters(_asset, account, call) {
      const contract = await post('/wallet/getcontract', { value: account, visible: true }, contractAnswer, call);
      return {
        transactions: null,
        counterparties: null,
        isContract: contract.bytecode !== undefined || contract.contract_address !== undefined,
        received: null,
        sent: null,
        provider: name,
      };
    },
  };
}

/** Staking transfers nothing and is not recorded: staked coins count as held. */
function coinsOf(own: TronAccount | undefined): bigint {
  if (own === undefined) return 0n;
  const parts = [
    own.balance,
    own.delegated_frozenV2_balance_for_bandwidth,
    own.account_resource?.delegated_frozenV2_balance_for_energy,
    ...(own.frozenV2 ?? []).map(({ amount }) => amount),
    ...(own.unfrozenV2 ?? []).map(({ unfreeze_amount }) => unfreeze_amount),
  ];
  return parts.reduce((sum: bigint, part) => sum + (part ?? 0n), 0n);
}

/** An empty object where the address is not a contract. */
const contractAnswer = z.object({ contract_address: z.string().optional(), bytecode: z.string().optional() });
