import { describe, expect, it } from 'vitest';
import { COIN_LOGS, TRANSFER_TOPIC, topicOf } from '../../../formats/evm-abi.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import { blockscoutSource } from '../blockscout/blockscout.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { asset, history } from '../test/summary-of.ts';
import { jsonRpcSource } from './json-rpc.ts';

const ID = `0x${'1'.repeat(64)}`;
const [PAYER, PAYEE] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
const USDT = asset('USDT', 'ETH');
const TOKEN = USDT.contract ?? expect.fail('no contract');

const wordOf = (amount: number) => `0x${amount.toString(16).padStart(64, '0')}`;

/** Payer sends 7 of the coin; the block logs that (EIP-7708), and a token moves 9. */
function node() {
  const log = (address: string, amount: number, at: number) => ({
    ...{ address, topics: [TRANSFER_TOPIC, topicOf(PAYER), topicOf(PAYEE)] },
    ...{ data: wordOf(amount), logIndex: `0x${at}` },
  });
  const results: Readonly<Record<string, unknown>> = {
    eth_getTransactionByHash: {
      ...{ hash: ID, from: PAYER, to: PAYEE, value: '0x7', nonce: '0x0', input: '0x', blockNumber: '0x64' },
    },
    eth_getTransactionReceipt: {
      ...{ transactionHash: ID, blockNumber: '0x64', transactionIndex: '0x0', status: '0x1', contractAddress: null },
      ...{ gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [log(COIN_LOGS, 7, 0), log(TOKEN, 9, 1)] },
    },
    eth_getBlockByNumber: { number: '0x64', timestamp: '0x6a000000' },
    debug_traceTransaction: { type: 'CALL', from: PAYER, to: PAYEE, value: '0x7' },
  };
  return recordedProvider('node', ({ body }) => {
    const { method } = body as { readonly method: string };
    return { jsonrpc: '2.0', id: 1, result: results[method] };
  });
}

function explorer(total: unknown) {
  const party = (hash: string) => ({ hash, is_contract: false });
  const place = { block_number: 100, timestamp: '2026-05-10T00:00:00.000000Z' };
  const token = (address: string, at: number, amount: unknown) => ({
    ...{ ...place, transaction_hash: ID, log_index: at, from: party(PAYER), to: party(PAYEE) },
    ...{ token: { address_hash: address }, total: amount },
  });
  return recordedProvider('blockscout', ({ path }) => {
    if (path.endsWith('/token-transfers')) {
      return { items: [token(TOKEN, 1, total), token(COIN_LOGS, 0, { value: '7' })], next_page_params: null };
    }
    if (path.endsWith('/internal-transactions')) return { items: [], next_page_params: null };
    return {
      ...{ ...place, hash: ID, position: 0, from: party(PAYER), to: party(PAYEE), value: '7', status: 'ok' },
      fee: { type: 'actual', value: '1' },
    };
  });
}

function movesOf(seen: SeenTransaction): readonly unknown[] {
  if (seen.is !== 'confirmed' || seen.content.ledger !== 'account') return expect.fail(seen.is);
  return seen.content.assets.map(({ contract, transfers }) => [
    contract,
    transfers.filter(({ kind }) => kind !== 'fee').map(({ amount }) => amount),
  ]);
}

const BOTH = [
  [null, [7n]],
  [TOKEN, [9n]],
];

describe('the log of a move of the coin itself', () => {
  it('is no transfer of a token, whether a node or an explorer lists it', async () => {
    expect(movesOf(await jsonRpcSource('ETH', node()).lookUp(ID, freeCall()))).toEqual(BOTH);
    const seen = await blockscoutSource('ETH', explorer({ value: '9' })).lookUp(ID, freeCall());
    expect(movesOf(seen)).toEqual(BOTH);
    expect(seen).toMatchObject({ content: { isWhole: true } });
  });
});

describe('a transfer that an explorer lists without an amount', () => {
  it('spoils no other of its transaction, which does not count as whole', async () => {
    const seen = await blockscoutSource('ETH', explorer(null)).lookUp(ID, freeCall());
    expect(movesOf(seen)).toEqual([[null, [7n]]]);
    expect(seen).toMatchObject({ content: { isWhole: false } });
  });

  it('is counted among what could not be read of a history', async () => {
    const source = blockscoutSource('ETH', explorer(null));
    const range = { direction: 'both', since: null, until: null, cursor: null } as const;
    const { gaps } = await source.transfers({ asset: USDT, account: PAYEE, ...range }, freeCall());
    expect(gaps).toContainEqual(
      expect.objectContaining({ kind: 'unreadable', fields: expect.arrayContaining(['total']) }),
    );
    expect(await history(source, USDT, PAYEE)).toEqual([]);
  });
});
