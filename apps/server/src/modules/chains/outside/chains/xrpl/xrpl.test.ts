import { findAsset } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../../providers/provider.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import { xrplSource } from './xrpl.ts';

const XRP = findAsset('XRP', null) ?? expect.fail('no XRP');
const SENDER = 'rGSxFjoqmWz54PycrgQBQ5dB6e7TUpMxzq';
const ACCOUNT = 'rMQ98K56yXJbDGv49ZSmW51sLn94Xe1mu1';

/**
 * The first payment to this account, of 2017, as trustwallet/blockatlas recorded it (MIT, commit 90cae3b) from another
 * API of the same ledger, in the format of account_tx.
 */
const PAYMENT = {
  hash: '40279A3DE51148BD41409DADF29DE8DCCD50F5AEE30840827B2C4C81C4E36505',
  ledger_index: 34_698_103,
  close_time_iso: '2017-12-01T22:45:30Z',
  validated: true,
  tx_json: {
    TransactionType: 'Payment',
    Account: SENDER,
    Destination: ACCOUNT,
    DestinationTag: 2500,
    DeliverMax: '100000000',
    Fee: '3115',
    Flags: 2_147_483_648,
    Sequence: 21,
  },
  meta: {
    TransactionIndex: 20,
    TransactionResult: 'tesSUCCESS',
    delivered_amount: '100000000',
    AffectedNodes: [
      { CreatedNode: { LedgerEntryType: 'AccountRoot', NewFields: { Account: ACCOUNT, Balance: '100000000' } } },
      {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          FinalFields: { Account: SENDER, Balance: '1899932249' },
          PreviousFields: { Balance: '1999935364', Sequence: 21 },
        },
      },
    ],
  },
};

const hash = (digit: string) => digit.repeat(64);
const with_ = (transaction: object, meta: object = {}, id = '0') => ({
  ...PAYMENT,
  hash: hash(id),
  tx_json: { ...PAYMENT.tx_json, ...transaction },
  meta: { ...PAYMENT.meta, ...meta },
});

const answering = (...pages: readonly unknown[]) => {
  const asked: ProviderRequest[] = [];
  const source = xrplSource(
    recordedProvider('xrplcluster', (request) => {
      asked.push(request);
      return pages[Math.min(asked.length, pages.length) - 1];
    }),
  );
  return { source, asked };
};
const page = (transactions: readonly unknown[], marker?: unknown) => ({
  result: { transactions, ...(marker !== undefined && { marker }) },
});
const reported = async (...rows: readonly unknown[]) =>
  (await readAll(answering(page(rows)).source, XRP, ACCOUNT, freeCall())).records.map(({ kind, from, to, amount }) => [
    kind,
    from,
    to,
    amount,
  ]);

describe('the XRP Ledger', () => {
  it('gives what was delivered, with its position in the ledger and without the tag', async () => {
    const { records } = await readAll(answering(page([PAYMENT])).source, XRP, ACCOUNT, freeCall());
    expect(records).toEqual([
      {
        block: 34_698_103,
        transactionIndex: 20,
        transactionId: PAYMENT.hash,
        kind: 'native',
        index: 0,
        ordinal: 0,
        from: SENDER,
        to: ACCOUNT,
        amount: 100_000_000n,
        time: Date.UTC(2017, 11, 1, 22, 45, 30) / 1000,
      },
    ]);
  });

  it('uses the delivered amount of a partial payment, never the amount it names', async () => {
    expect(await reported(with_({ DeliverMax: '100000000000', Flags: 131_072 }, { delivered_amount: '1' }))).toEqual([
      ['native', SENDER, ACCOUNT, 1n],
    ]);
  });

  it('uses the balances where the delivered amount was never stored', async () => {
    expect(await reported(with_({}, { delivered_amount: 'unavailable' }))).toEqual([
      ['native', SENDER, ACCOUNT, 100_000_000n],
    ]);
  });

  it('gives no XRP for an issued currency, and only the fee of a failed transaction', async () => {
    const issued = { value: '5', currency: 'USD', issuer: SENDER };
    const feeOnly = [PAYMENT.meta.AffectedNodes[1]].map(() => ({
      ModifiedNode: {
        LedgerEntryType: 'AccountRoot',
        FinalFields: { Account: ACCOUNT, Balance: '90' },
        PreviousFields: { Balance: '100' },
      },
    }));
    const sent = { Account: ACCOUNT, Destination: SENDER, Fee: '10' };
    expect(await reported(with_(sent, { delivered_amount: issued, AffectedNodes: feeOnly }))).toEqual([
      ['fee', ACCOUNT, 'fee', 10n],
    ]);
    expect(await reported(with_(sent, { TransactionResult: 'tecUNFUNDED_PAYMENT' }))).toEqual([
      ['fee', ACCOUNT, 'fee', 10n],
    ]);
  });

  it('gives an escrow when it pays out, from the account that created it', async () => {
    const finish = {
      TransactionType: 'EscrowFinish',
      Account: SENDER,
      Destination: undefined,
      Fee: '10',
    };
    const nodes = [
      {
        DeletedNode: {
          LedgerEntryType: 'Escrow',
          FinalFields: { Account: SENDER, Destination: ACCOUNT, Amount: '700' },
        },
      },
      {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          FinalFields: { Account: ACCOUNT, Balance: '800' },
          PreviousFields: { Balance: '100' },
        },
      },
      {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          FinalFields: { Account: SENDER, Balance: '90' },
          PreviousFields: { Balance: '100' },
        },
      },
    ];
    expect(await reported(with_(finish, { delivered_amount: undefined, AffectedNodes: nodes }))).toEqual([
      ['native', SENDER, ACCOUNT, 700n],
    ]);
  });

  it('continues where the server said, and reports how far a page is complete', async () => {
    const marker = { ledger: 34_698_103, seq: 3 };
    const { source, asked } = answering(page([with_({}, {}, 'A')], marker), page([with_({}, {}, 'B')]));
    const { records, pages } = await readAll(source, XRP, ACCOUNT, freeCall());
    expect(records.map(({ transactionId }) => transactionId)).toEqual([hash('A'), hash('B')]);
    expect(asked[1]?.body).toMatchObject({ params: [{ account: ACCOUNT, marker, forward: false, limit: 200 }] });
    expect(pages[0]?.completeFrom).toBe((records[0]?.time ?? 0) + 1);
    expect(pages[1]).toMatchObject({ next: null, completeFrom: null });
  });

  it('recognises an account that does not exist, a server that is busy, and a list in the wrong order', async () => {
    const failing = (error: string) => answering({ result: { error, status: 'error' } }).source;
    expect((await readAll(failing('actNotFound'), XRP, ACCOUNT, freeCall())).records).toEqual([]);
    expect((await failing('actNotFound').balance(XRP, ACCOUNT, freeCall())).amount).toBe(0n);
    await expect(readAll(failing('slowDown'), XRP, ACCOUNT, freeCall())).rejects.toMatchObject({
      fault: { kind: 'rate-limited', provider: 'xrplcluster' },
    });
    const rising = [PAYMENT, { ...PAYMENT, hash: hash('7'), ledger_index: PAYMENT.ledger_index + 1 }];
    await expect(reported(...rising)).rejects.toMatchObject({
      fault: { kind: 'malformed', field: 'result.transactions.1.ledger_index' },
    });
  });

  it('reports balance and tip, which is final', async () => {
    const info = { result: { account_data: { Balance: '90071992547409931' } } };
    expect((await answering(info).source.balance(XRP, ACCOUNT, freeCall())).amount).toBe(90_071_992_547_409_931n);
    const ledger = { result: { ledger_index: 5, ledger: { close_time_iso: '2026-11-20T20:00:00Z' } } };
    expect(await answering(ledger).source.tip(freeCall())).toMatchObject({ block: 5, finalBlock: 5 });
  });
});
