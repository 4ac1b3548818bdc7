import type { TransactionMoves } from '@assay/contracts';
import { expect, it } from 'vitest';
import { buildBotTransactionsService } from './bot-transactions.service.ts';

const MOVES: TransactionMoves = {
  ...{ is: 'moved', transaction_id: '5a03', network: 'TRX', time: '2026-11-20T20:05:00.000Z', block: null },
  ...{ provider: 'own explorer', is_coinbase: false, is_whole: true, other_assets: [], moves: [], moves_in_all: 1 },
  asset: { ticker: 'USDT', parent: 'TRX', name: 'Tether', subticker: null, decimals: 6 },
  sides: [
    { address: 'TPayer', paid: '20', received: '0', paid_usd: null, received_usd: null, label: null },
    { address: 'TPaid', paid: '0', received: '20', paid_usd: null, received_usd: null, label: null },
  ],
  ...{ sides_in_all: 2, side_refused: null, has_labels: true },
};

/** What a chat is offered of a transaction that moved this. */
async function offered(moves: TransactionMoves) {
  const service = buildBotTransactionsService({
    chats: { assertActive: () => undefined, chatOf: async () => ({ owner: 'chat' }) as never },
    checks: { findMoves: async () => moves },
    kept: { keep: async (all) => all.map((_, at) => `kept ${at}`), find: () => Promise.reject(new Error('not asked')) },
  });
  const asking = { signal: new AbortController().signal, admitLookUp: async () => undefined };
  const found = await service.find('77', { transaction: '5a03' }, asking);
  return found.is === 'moved' ? found : expect.fail(`it is ${found.is}`);
}

it('offers what each address received and paid', async () => {
  const { sides, is_pending: isPending } = await offered(MOVES);
  expect(isPending).toBeUndefined();
  expect(sides.map(({ deposit, withdrawal }) => [deposit, withdrawal])).toEqual([
    [null, { kept: 'kept 0' }],
    [{ kept: 'kept 1' }, null],
  ]);
});

it('offers only what was received of one that waits for a block', async () => {
  const { sides, is_pending: isPending } = await offered({ ...MOVES, is_pending: true });
  expect(isPending).toBe(true);
  expect(sides.map(({ deposit, withdrawal }) => [deposit, withdrawal])).toEqual([
    [null, null],
    [{ kept: 'kept 0' }, null],
  ]);
});
