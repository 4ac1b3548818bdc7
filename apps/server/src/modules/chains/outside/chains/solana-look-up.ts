import type { SeenTransaction, SourceCall } from '../../sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { mustRpc } from './json-rpc-wire.ts';
import { malformed } from './read-answer.ts';
import { type AssetMoves, confirmedTransfers } from './seen-transfers.ts';
import { coinMoves, failed, missingOwners, TRANSACTION, tokenMoves } from './solana-history.ts';
import { type SolanaTransaction, transactionBySignature } from './solana-wire.ts';

/**
 * A transaction by its first signature: one question, or two where it is not final yet. Old transactions that do not
 * contain the owners of token accounts take one more for each token.
 */
export async function lookUpBySolana(provider: Provider, id: string, call: SourceCall): Promise<SeenTransaction> {
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
