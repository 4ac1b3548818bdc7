import type { Asset } from '@assay/domain';
import { contractOf, contractOn } from '../../../formats/evm-networks.ts';
import { wholeNumber } from '../../../formats/wire.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { AccountSource, SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';
import { type AssetMoves, confirmedTransfers } from '../common/seen-transfers.ts';
import type { AccountFreezeReader } from '../freezes/issuer-freezes.ts';
import { batchRpc, mustRpc } from '../json-rpc/ask-rpc.ts';
import {
  coinMoves,
  failed,
  missingOwners,
  readSolanaHistory,
  TRANSACTION,
  tokenAccountsOf,
  tokenMoves,
} from './solana-history.ts';
import { accountAnswer, lamports, type SolanaTransaction, transactionBySignature } from './solana-wire.ts';

/** Transfers, balances and the tip of Solana from a node's JSON-RPC: SOL, and SPL tokens by their owners. */
export function solanaSource(provider: Provider): AccountSource {
  const { name } = provider;
  return {
    ledger: 'account',
    network: 'SOL',
    providers: [name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn('SOL', asset) !== undefined,
    async tip(call) {
      const slots = await batchRpc(
        provider,
        ['confirmed', 'finalized'].map((commitment) => ({
          method: 'getSlot',
          params: [{ commitment }],
          result: wholeNumber,
        })),
        call,
      );
      const [newest, final] = slots;
      if (newest === undefined || final === undefined) throw malformed(name, 'result');
      const times = await batchRpc(
        provider,
        [newest, final].map((slot) => ({ method: 'getBlockTime', params: [slot], result: wholeNumber })),
        call,
      );
      const [time, finalTime] = times;
      if (time === undefined || finalTime === undefined) throw malformed(name, 'result');
      return { block: newest, time, finalBlock: final, finalTime, provider: name };
    },
    transfers: (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> =>
      readSolanaHistory(provider, contractOf('SOL', name, ask.asset), ask, call),
    lookUp: (id, call) => lookUpBySolana(provider, id, call),
    async balance(asset, account, call) {
      const mint = contractOf('SOL', name, asset);
      if (mint === null) {
        const params = [account, { commitment: 'finalized' }];
        const held = await mustRpc(provider, { method: 'getBalance', params, result: lamports }, call);
        return { amount: held.value, time: null, provider: name };
      }
      const { value } = await tokenAccountsOf(provider, account, mint, call);
      const amount = value.reduce((sum, { account: { data } }) => sum + data.parsed.info.tokenAmount.amount, 0n);
      return { amount, time: null, provider: name };
    },
    async counters(_asset, account, call) {
      const params = [account, { commitment: 'finalized', encoding: 'base64', dataSlice: { offset: 0, length: 0 } }];
      const { value } = await mustRpc(provider, { method: 'getAccountInfo', params, result: accountAnswer }, call);
      return {
        transactions: null,
        counterparties: null,
        isContract: value?.executable ?? false,
        received: null,
        sent: null,
        provider: name,
      };
    },
  };
}

/** Tokens whose issuers freeze token accounts. */
const FREEZABLE: ReadonlySet<string> = new Set(['USDT', 'USDC']);

/** An issuer on Solana freezes the token accounts of an owner. */
export function solanaFreezes(provider: Provider): AccountFreezeReader {
  return {
    provider: provider.name,
    canAsk: (asset: Asset) => asset.network === 'SOL' && asset.contract !== null && FREEZABLE.has(asset.ticker),
    async stateOf(asset, address, call) {
      const mint = contractOf('SOL', provider.name, asset) ?? '';
      const { value } = await tokenAccountsOf(provider, address, mint, call);
      return value.some(({ account }) => account.data.parsed.info.state === 'frozen');
    },
  };
}

/**
 * A transaction by its first signature: one question, or two where it is not final yet. Old transactions that do not
 * contain the owners of token accounts take one more for each token.
 */
async function lookUpBySolana(provider: Provider, id: string, call: SourceCall): Promise<SeenTransaction> {
  const { name } = provider;
  const ask = (commitment: 'finalized' | 'confirmed') => {
    const params = [id, { ...TRANSACTION, commitment }];
    return mustRpc(provider, { method: 'getTransaction', params, result: transactionBySignature }, call);
  };
  const final = await ask('finalized');
  const found = final ?? (await ask('confirmed'));
  if (found === null) return { is: 'unknown', id, provider: name };
  if (found.transaction.signatures[0] !== id) throw malformed(name, 'result.transaction.signatures.0');
  const { slot: block, blockTime: time } = found;
  if (time === null) throw malformed(name, 'result.blockTime');
  if (failed(found)) return { is: 'failed', id, block, time, provider: name };
  const moved = [{ contract: null, moves: coinMoves(name, found) }, ...(await tokensOf(provider, found, call))];
  const seen = confirmedTransfers(name, { id, block, time }, moved, true);
  if (final !== null || seen.is !== 'confirmed' || seen.content.ledger !== 'account') return seen;
  // Most of the stake voted for its block, but the network may still drop it.
  const moves = seen.content.assets.flatMap(({ contract, transfers }) =>
    transfers.flatMap(({ kind, from, to, amount }) => (kind === 'fee' ? [] : [{ contract, from, to, amount }])),
  );
  return { is: 'pending', id, moves, provider: name };
}

async function tokensOf(provider: Provider, one: SolanaTransaction, call: SourceCall): Promise<AssetMoves[]> {
  const balances = [...(one.meta.preTokenBalances ?? []), ...(one.meta.postTokenBalances ?? [])];
  const moved: AssetMoves[] = [];
  for (const mint of new Set(balances.map((balance) => balance.mint))) {
    const owners = await missingOwners(provider, mint, [one], call);
    moved.push({ contract: mint, moves: tokenMoves(provider.name, one, mint, owners) });
  }
  return moved;
}
