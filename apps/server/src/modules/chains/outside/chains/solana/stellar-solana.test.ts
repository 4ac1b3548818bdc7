import { findAsset } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { horizonSource } from '../stellar/horizon.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import { RECORDED_PAYMENTS } from '../test/recorded/horizon.ts';
import { solanaSource } from './solana.ts';

const XLM = findAsset('XLM', null) ?? expect.fail('no XLM');
const USDC = findAsset('USDC', 'SOL') ?? expect.fail('no USDC on Solana');
const ME = 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX';
const OTHER = 'GAX3BRBNB5WTJ2GNEFFH7A4CZKT2FORYABDDBZR5FIIT3P7FLS2EFOZZ';
const LEDGER = 1_000n;

const id = (ledger: bigint, transaction: bigint, operation: bigint) =>
  String((ledger << 32n) | (transaction << 12n) | operation);
const operation = (place: string, fields: object) => ({
  id: place,
  paging_token: place,
  created_at: '2026-11-20T20:00:00Z',
  transaction_hash: (BigInt(place) >> 12n).toString(16).padStart(64, '0'),
  transaction_successful: true,
  ...fields,
});

describe('Stellar', () => {
  const source = (
    payments: readonly unknown[],
    transactions: readonly unknown[] = [],
    effects: readonly unknown[] = [],
  ) =>
    horizonSource(
      recordedProvider('stellar', ({ path }) => ({
        _embedded: {
          records: path.endsWith('/payments') ? payments : path.endsWith('/effects') ? effects : transactions,
        },
      })),
    );

  it('gives payments, path payments and merges of lumens, and leaves issued assets out', async () => {
    const rows = [
      operation(id(LEDGER, 3n, 1n), { type: 'account_merge', account: OTHER, into: ME }),
      operation(id(LEDGER, 2n, 3n), {
        type: 'path_payment_strict_send',
        from: OTHER,
        to: ME,
        amount: '2.0000000',
        asset_type: 'native',
        source_asset_type: 'credit_alphanum4',
      }),
      operation(id(LEDGER, 2n, 2n), {
        type: 'payment',
        from: OTHER,
        to: ME,
        amount: '9.0000000',
        asset_type: 'credit_alphanum4',
      }),
      operation(id(LEDGER, 2n, 1n), {
        type: 'payment',
        from: ME,
        to: OTHER,
        amount: '1.0000001',
        asset_type: 'native',
      }),
    ];
    const effects = [
      { type: 'account_removed' },
      { type: 'account_credited', account: ME, asset_type: 'native', amount: '7.5000000' },
    ];
    const { records, pages } = await readAll(source(rows, [], effects), XLM, ME, freeCall());
    expect(
      records.map(({ from, to, amount, transactionIndex, index }) => [from, to, amount, transactionIndex, index]),
    ).toEqual([
      [OTHER, ME, 75_000_000n, 3, 1],
      [OTHER, ME, 20_000_000n, 2, 3],
      [ME, OTHER, 10_000_001n, 2, 1],
    ]);
    // The row does not contain the seller of the lumens of the path payment.
    expect(pages[0]?.lacks).toEqual(['internal']);
  });

  it('gives the fees of all transactions, failed ones too', async () => {
    const fee = {
      paging_token: id(LEDGER, 4n, 0n),
      hash: 'cd'.repeat(32),
      created_at: '2026-11-20T20:00:05Z',
      fee_account: ME,
      fee_charged: '100',
      successful: false,
    };
    const { records } = await readAll(source([], [fee]), XLM, ME, freeCall());
    expect(records.map(({ kind, amount, block }) => [kind, amount, block])).toEqual([['fee', 100n, 1000]]);
  });

  it('gives the same records when pages end anywhere', async () => {
    const many = Array.from({ length: 450 }, (_, at) =>
      operation(id(LEDGER - BigInt(Math.floor(at / 3)), 1n, BigInt(9 - (at % 3))), {
        type: 'payment',
        from: OTHER,
        to: ME,
        amount: `${at + 1}.0000000`,
        asset_type: 'native',
      }),
    );
    const paged = horizonSource(
      recordedProvider('stellar', ({ path, query }) => {
        const rows = path.endsWith('/payments') ? many : [];
        const from =
          query?.['cursor'] === undefined
            ? 0
            : rows.findIndex(({ paging_token }) => paging_token === query['cursor']) + 1;
        return { _embedded: { records: rows.slice(from, from + 200) } };
      }),
    );
    const call = freeCall();
    const { records, pages } = await readAll(paged, XLM, ME, call);
    expect(new Set(records.map(({ amount }) => amount)).size).toBe(450);
    expect(records).toHaveLength(450);
    expect(pages).toHaveLength(3);
    // No page is read twice: three of payments, and the fees with the first.
    expect(call.spent()).toBeLessThanOrEqual(6);
  });

  it('leaves out rows whose amounts are no lumens, by field', async () => {
    const [row] = RECORDED_PAYMENTS;
    for (const amount of ['1', '1.5', '-1.0000000', '1e3', 1]) {
      const { records, pages } = await readAll(source([{ ...row, amount }]), XLM, ME, freeCall());
      expect(records.filter(({ kind }) => kind !== 'fee')).toEqual([]);
      expect(pages[0]?.gaps?.[0]).toEqual({ kind: 'unreadable', provider: 'stellar', rows: 1, fields: ['amount'] });
    }
  });
});

describe('Solana tokens', () => {
  const OWNER = 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp';
  const PAYER = 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q';
  const HOLDING = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA';
  const HELD = '7UX2i7SucgLMQcfZ75s3VXmZZY4YRUyJN9X1RgfMoDUi';
  const signature = (digit: string) => digit.repeat(88);
  const balance = (accountIndex: number, owner: string | undefined, amount: string) => ({
    accountIndex,
    mint: USDC.contract,
    uiTokenAmount: { amount, decimals: 6 },
    ...(owner !== undefined && { owner }),
  });
  const transaction = (name: string, pre: readonly unknown[], post: readonly unknown[], err: unknown = null) => ({
    slot: 9,
    blockTime: 1_700_000_000,
    meta: {
      err,
      fee: 5000,
      preBalances: [1, 1, 1],
      postBalances: [1, 1, 1],
      preTokenBalances: pre,
      postTokenBalances: post,
    },
    transaction: {
      signatures: [signature(name)],
      message: { accountKeys: [{ pubkey: PAYER }, { pubkey: HOLDING }, { pubkey: HELD }] },
    },
  });
  const source = (transactions: readonly ReturnType<typeof transaction>[], owners: readonly unknown[] = []) =>
    solanaSource(
      recordedProvider('solana', ({ body }) => {
        if (Array.isArray(body)) {
          return body.map((question: { params: readonly unknown[] }, at) => ({
            jsonrpc: '2.0',
            id: at,
            result: transactions.find((one) => one.transaction.signatures[0] === question.params[0]) ?? null,
          }));
        }
        const { method } = body as { method: string };
        const info = { mint: USDC.contract, owner: OWNER, state: 'initialized', tokenAmount: { amount: '5' } };
        const results: Readonly<Record<string, unknown>> = {
          getTokenAccountsByOwner: { value: [{ pubkey: HOLDING, account: { data: { parsed: { info } } } }] },
          getSignaturesForAddress: transactions.map(({ slot, blockTime, meta, transaction: { signatures } }) => ({
            slot,
            blockTime,
            err: meta.err,
            signature: signatures[0],
          })),
          getMultipleAccounts: { value: owners },
        };
        return { jsonrpc: '2.0', id: 1, result: results[method] };
      }),
    );
  const reported = async (from: ReturnType<typeof source>) =>
    (await readAll(from, USDC, OWNER, freeCall())).records.map(({ kind, from: giver, to, amount }) => [
      kind,
      giver,
      to,
      amount,
    ]);

  it('are transferred between owners, not between the accounts that hold them', async () => {
    const moved = transaction(
      '2',
      [balance(1, OWNER, '100'), balance(2, PAYER, '1')],
      [balance(1, OWNER, '60'), balance(2, PAYER, '41')],
    );
    expect(await reported(source([moved]))).toEqual([['token', OWNER, PAYER, 40n]]);
  });

  it('are minted by the issuer, and not moved by what failed', async () => {
    const minted = transaction('2', [], [balance(1, OWNER, '7')]);
    const failed = transaction('3', [balance(1, OWNER, '7')], [balance(1, OWNER, '0')], {
      InstructionError: [0, 'Custom'],
    });
    expect(await reported(source([minted, failed]))).toEqual([['token', 'issuer', OWNER, 7n]]);
  });

  it('find the owners that old transactions do not name', async () => {
    const old = transaction(
      '2',
      [balance(1, undefined, '9'), balance(2, undefined, '0')],
      [balance(1, undefined, '0'), balance(2, undefined, '9')],
    );
    const owned = (owner: string) => ({ data: { parsed: { info: { owner } } } });
    expect(await reported(source([old], [owned(OWNER), owned(PAYER)]))).toEqual([['token', OWNER, PAYER, 9n]]);
  });

  it('keep amounts larger than a number can represent', async () => {
    const coins = solanaSource(
      recordedProvider('solana', () => '{"jsonrpc":"2.0","id":1,"result":{"value":90071992547409931}}'),
    );
    const SOL = findAsset('SOL', null) ?? expect.fail('no SOL');
    expect((await coins.balance(SOL, OWNER, freeCall())).amount).toBe(90_071_992_547_409_931n);
  });
});
