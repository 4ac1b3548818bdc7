import { FEE_SINK } from '@assay/exposure';
import { readRecordings } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import type { CoinNetworkId } from '../../../formats/coin-networks.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { TransferSource } from '../../../sources/sources.ports.ts';
import type { Provider, ProviderRequest } from '../../providers/provider.ts';
import { solanaSource } from '../solana/solana.ts';
import { horizonSource } from '../stellar/horizon.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { RECORDED_PAYMENTS } from '../test/recorded/horizon.ts';
import { RECORDED_TRANSACTIONS as ON_SOLANA } from '../test/recorded/solana.ts';
import { RECORDED_TRANSACTIONS as ON_TRON } from '../test/recorded/trongrid.ts';
import { trongridSource } from '../tron/trongrid.ts';
import { xrplSource } from '../xrpl/xrpl.ts';
import { blockbookSource } from './blockbook-source.ts';
import { esploraSource } from './esplora-source.ts';

/** The answers by the path, or by the method that the body names. */
function answering(answers: Readonly<Record<string, unknown>>): Provider {
  return recordedProvider('test', ({ path, body }: ProviderRequest) => {
    const { method, params } = (body ?? {}) as { method?: string; params?: [unknown, { commitment?: string }?] };
    const asked = method === undefined ? path : [method, params?.[1]?.commitment].filter(Boolean).join(' ');
    const answer = answers[asked];
    return answer === undefined ? '' : answer;
  });
}

const lookUp = (source: TransferSource, id: string) => source.lookUp(id, freeCall());

function movesOf(seen: SeenTransaction): readonly string[] {
  if (seen.is !== 'confirmed' || seen.content.ledger !== 'account') return [seen.is];
  return seen.content.assets.flatMap(({ contract, transfers }) =>
    transfers.map(({ kind, from, to, amount }) => [contract ?? 'coin', kind, from, to, amount].join(' ')),
  );
}

describe('a recorded transaction of coins, looked up by its id', () => {
  it.each(['esplora', 'blockbook'] as const)('is confirmed, or waits, as %s answered it', async (format) => {
    const sources = { esplora: esploraSource, blockbook: blockbookSource };
    const path = { esplora: /^\/tx\/([0-9a-f]{64})$/, blockbook: /^\/api\/v2\/tx\/([0-9a-f]{64})/ }[format];
    const recorded = readRecordings(format).flatMap(({ network, request, answer }) => {
      const id = path.exec(request)?.[1];
      return id === undefined ? [] : [{ id, network: network as CoinNetworkId, answer }];
    });
    for (const { id, network, answer } of recorded) {
      const source = sources[format](
        network,
        recordedProvider('test', () => answer),
      );
      const seen = await lookUp(source, id);
      const [own] = await source.transactions([id], freeCall());
      // One of Blockbook's was recorded while it waited for a block.
      if (own === null || own === undefined) expect(seen).toMatchObject({ is: 'pending', id });
      else
        expect(seen).toMatchObject({ is: 'confirmed', id, content: { ledger: 'utxo', transaction: own.transaction } });
    }
    expect(recorded.length).toBeGreaterThan(format === 'esplora' ? 5 : 0);
  });
});

/** The transaction is as TronGrid recorded it; its info is written by the provider's documentation. */
describe('a transaction of Tron, looked up by its id', () => {
  const [, , , transfer] = ON_TRON;
  const id = transfer?.txID ?? '';
  const info = { id, blockNumber: 7_900_000, blockTimeStamp: transfer?.block_timestamp, receipt: {} };
  const [by, its] = ['/wallet/gettransactionbyid', '/wallet/gettransactioninfobyid'];

  it('is confirmed with what it moved, its fee and the block of its info', async () => {
    const seen = await lookUp(trongridSource(answering({ [by]: transfer, [its]: { ...info, fee: 100_000 } })), id);
    expect(seen).toMatchObject({ is: 'confirmed', block: 7_900_000, time: 1_553_864_040, content: { isWhole: true } });
    const [fee, paid] = movesOf(seen).map((move) => move.split(' '));
    const [, , payer] = fee ?? [];
    expect(fee).toEqual(['coin', 'fee', payer, FEE_SINK, '100000']);
    expect(paid).toEqual(['coin', 'native', payer, expect.stringMatching(/^T/), '278720000']);
  });

  it('contains the transfers of tokens by its events, and inner transfers that were not rejected', async () => {
    const token = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
    const [one, other] = ['1'.repeat(40), '2'.repeat(40)];
    const topic = (hex: string) => hex.padStart(64, '0');
    const log = [
      {
        address: token,
        topics: ['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(one), topic(other)],
        data: topic('0f'),
      },
    ];
    const inner = { caller_address: `41${one}`, transferTo_address: `41${other}`, callValueInfo: [{ callValue: 5 }] };
    const internal_transactions = [inner, { ...inner, rejected: true }];
    const answers = { [by]: transfer, [its]: { ...info, log, internal_transactions } };
    const moves = movesOf(await lookUp(trongridSource(answering(answers)), id));
    expect(moves.filter((move) => move.includes(' internal ') && move.endsWith(' 5'))).toHaveLength(1);
    expect(moves.filter((move) => move.startsWith('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t token '))).toHaveLength(1);
  });

  it('failed, is pending, or is unknown, as the node has it', async () => {
    const failed = { ...transfer, ret: [{ contractRet: 'OUT_OF_ENERGY' }] };
    expect(await lookUp(trongridSource(answering({ [by]: failed, [its]: info })), id)).toMatchObject({ is: 'failed' });
    const waiting = { [by]: {}, '/wallet/gettransactionfrompending': transfer };
    const pending = await lookUp(trongridSource(answering(waiting)), id);
    expect(pending).toMatchObject({ is: 'pending', moves: [{ contract: null, amount: 278_720_000n }] });
    const nothing = { [by]: {}, '/wallet/gettransactionfrompending': {} };
    expect(await lookUp(trongridSource(answering(nothing)), id)).toMatchObject({ is: 'unknown', id });
  });
});

/** As a node recorded it. */
describe('a transaction of Solana, looked up by its signature', () => {
  const [recorded] = ON_SOLANA;
  const id = recorded?.transaction.signatures[0] ?? '';
  const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value });

  it('is confirmed once its block is final, and pending with what it did before', async () => {
    const final = await lookUp(solanaSource(answering({ 'getTransaction finalized': result(recorded) })), id);
    const [payer, payee] = (recorded?.transaction.message.accountKeys ?? []).map(({ pubkey }) => pubkey);
    expect(movesOf(final)).toEqual([`coin fee ${payer} ${FEE_SINK} 5000`, `coin native ${payer} ${payee} 1230000`]);
    const answers = { 'getTransaction finalized': result(null), 'getTransaction confirmed': result(recorded) };
    expect(await lookUp(solanaSource(answering(answers)), id)).toMatchObject({
      is: 'pending',
      moves: [{ contract: null, from: payer, to: payee, amount: 1_230_000n }],
    });
  });

  it('failed where it has an error, and is unknown where no block has it', async () => {
    const failed = { ...recorded, meta: { ...recorded?.meta, err: { InstructionError: [0, 'Custom'] } } };
    const answers = { 'getTransaction finalized': result(failed) };
    expect(await lookUp(solanaSource(answering(answers)), id)).toMatchObject({ is: 'failed', block: 5_632_752 });
    const none = { 'getTransaction finalized': result(null), 'getTransaction confirmed': result(null) };
    expect(await lookUp(solanaSource(answering(none)), id)).toMatchObject({ is: 'unknown' });
  });
});

/** Written by the provider's documentation. */
describe('a transaction of the XRP Ledger, looked up by its hash', () => {
  const id = 'E08D6E9754025BA2534A78707605E0601F03ACE063687A0CA1BDDACFCD1698C7';
  const [payer, payee] = ['rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'];
  const tx_json = { TransactionType: 'Payment', Account: payer, Destination: payee, Fee: '12', DeliverMax: '1000000' };
  const meta = { TransactionIndex: 3, TransactionResult: 'tesSUCCESS', delivered_amount: '900000', AffectedNodes: [] };
  const place = { hash: id, ledger_index: 56_865_245, close_time_iso: '2020-07-17T09:48:01Z' };
  const asked = (result: object) => lookUp(xrplSource(answering({ tx: { result } })), id);

  it('is confirmed with what was delivered, failed, pending with what it names, or unknown', async () => {
    expect(movesOf(await asked({ ...place, validated: true, tx_json, meta }))).toEqual([
      `coin fee ${payer} ${FEE_SINK} 12`,
      `coin native ${payer} ${payee} 900000`,
    ]);
    const failed = { ...meta, TransactionResult: 'tecUNFUNDED_PAYMENT' };
    expect(await asked({ ...place, validated: true, tx_json, meta: failed })).toMatchObject({ is: 'failed' });
    expect(await asked({ hash: id, validated: false, tx_json })).toMatchObject({
      is: 'pending',
      moves: [{ from: payer, to: payee, amount: 1_000_000n }],
    });
    expect(await asked({ error: 'txnNotFound' })).toMatchObject({ is: 'unknown', id });
  });
});

/** Its payment is as Horizon recorded it; the transaction around it is written by the provider's documentation. */
describe('a transaction of Stellar, looked up by its hash', () => {
  const [payment] = RECORDED_PAYMENTS;
  const id = payment?.transaction_hash ?? '';
  const transaction = {
    hash: id,
    successful: true,
    paging_token: String((BigInt(payment?.id ?? 0) >> 12n) << 12n),
    created_at: payment?.created_at,
    fee_account: payment?.from,
    fee_charged: '100',
  };
  const path = `/transactions/${id}`;
  const payments = { _embedded: { records: [payment] } };

  it('is confirmed with its payments and its fee, failed, or unknown', async () => {
    const seen = await lookUp(horizonSource(answering({ [path]: transaction, [`${path}/payments`]: payments })), id);
    expect(movesOf(seen)).toEqual([
      `coin fee ${payment?.from} ${FEE_SINK} 100`,
      `coin native ${payment?.from} ${payment?.to} 83548970000000`,
    ]);
    const failed = { [path]: { ...transaction, successful: false } };
    expect(await lookUp(horizonSource(answering(failed)), id)).toMatchObject({ is: 'failed' });
    expect(await lookUp(horizonSource(answering({})), id)).toMatchObject({ is: 'unknown', id });
  });
});
