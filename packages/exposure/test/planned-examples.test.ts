import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assessByMethod2 } from '../src/assess/assess-2.ts';
import { assessPayment } from '../src/assess/assess-payment.ts';
import type { Label } from '../src/labels/label.ts';
import { PlannedAccountStore } from '../src/planned/planned-accounts.ts';
import { PlannedCoinStore } from '../src/planned/planned-coins.ts';
import { PLANNED_POSITION, PLANNED_TRANSACTION } from '../src/planned/planned-payment.ts';
import type { RawTransaction, RawTransfer } from '../src/records/raw-records.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import type { ExposureStore } from '../src/walk/store.ts';
import { walk } from '../src/walk/walk.ts';

const NOW = 1_700_000_000;
const label = (entity: string, category: Label['category']) => buildLabel({ entity, category, confidence: 100 });
const LABELS: ReadonlyMap<string, readonly Label[]> = new Map([
  ['exchange', [label('Exchange', 'exchange_licensed')]],
  ['thief', [label('Theft', 'stolen_coins')]],
  ['listed', [label('Listed', 'sanctions')]],
  ['casino', [label('Casino', 'gambling')]],
]);
const KNOWN = (address: string) => ({ labels: LABELS.get(address) ?? [], openingUnread: false, complete: true });

type Move = readonly [from: string, to: string, amount: number];
/** The own wallet, `me`, received $9,000 from an exchange. */
const MINE: readonly Move[] = [['exchange', 'me', 9_000]];
const MIXED: readonly Move[] = [
  ['exchange', 'sender', 9_000],
  ['sender', 'somebody', 500],
  ['thief', 'sender', 500],
];

/** `5 (0)` or `N/A`. */
const shown = ({ stars, total }: { readonly stars: number; readonly total: number | null }) =>
  stars === 0 ? 'N/A' : `${stars} (${total})`;

/** One unit is a dollar, and records are complete. */
async function ratingOf(store: ExposureStore, address: string): Promise<string> {
  const subject = await store.subject(address);
  if (subject === null) return 'N/A';
  const incoming = await walk(store, subject, 'bwd');
  const outgoing = await walk(store, subject, 'fwd');
  const dollars = { incomingUsd: Number(incoming.amount), outgoingUsd: Number(outgoing.amount) };
  const facts = { usdBounds: { bwd: null, fwd: null }, isService: false, withdrawals: [], withoutDerivedLabels: false };
  return shown(
    assessByMethod2({ subject, incoming, outgoing, ...dollars, now: NOW, sources: 'ok', notes: [], ...facts }),
  );
}

async function depositOf(store: ExposureStore, only: number): Promise<string> {
  const side = await store.subject('me');
  if (side === null) throw new Error('the side is a party of the payment');
  const exposure = await walk(store, side, 'bwd', { only: [only] });
  const facts = { usdBounds: null, complete: true, withdrawals: [], withoutDerivedLabels: false, now: NOW };
  return shown(assessPayment({ side, exposure, usd: Number(exposure.amount), ...facts }));
}

/** What is planned, and the own wallet before and after. */
async function planAccounts(moves: readonly Move[], [from, to, amount]: Move) {
  const transfers = moves.map(([payer, payee, value], at): RawTransfer => {
    const place = {
      block: at,
      transactionIndex: 0,
      transactionId: `t${at}`,
      kind: 'token',
      index: 0,
      ordinal: 0,
    } as const;
    return { ...place, from: payer, to: payee, amount: BigInt(value), time: NOW - 1_000_000 + at };
  });
  const base = new MemoryAccountStore({ network: 'ETH', transfers, labels: LABELS, derive: false });
  const balanceOf = (address: string) =>
    BigInt(
      moves.reduce(
        (sum, [payer, payee, value]) => sum + (payee === address ? value : 0) - (payer === address ? value : 0),
        0,
      ),
    );
  const positive = (value: bigint) => (value < 0n ? 0n : value);
  const store = await PlannedAccountStore.open({
    store: base,
    planned: { from, to, amount: BigInt(amount), time: NOW },
    balances: { from: positive(balanceOf(from)), to: positive(balanceOf(to)) },
    unrecorded: KNOWN,
  });
  const payment = to === 'me' ? await depositOf(store, PLANNED_POSITION) : await ratingOf(base, to);
  return { payment, before: await ratingOf(base, 'me'), after: await ratingOf(store, 'me') };
}

describe('the worked examples of planned payments', () => {
  it.each([
    [
      'a deposit of $900 from a wallet with some stolen coins',
      [...MINE, ...MIXED],
      ['sender', 'me', 900],
      ['4 (35)', '5 (0)', '5 (0.272727)'],
    ],
    [
      'a deposit of $100 straight from a sanctioned address',
      MINE,
      ['listed', 'me', 100],
      ['1 (100)', '5 (0)', '1 (90)'],
    ],
    ['a deposit of $1,000 from an exchange', MINE, ['exchange', 'me', 1_000], ['5 (0)', '5 (0)', '5 (0)']],
    ['a deposit from an address in no record', MINE, ['new', 'me', 1_000], ['N/A', '5 (0)', '5 (0.9)']],
    [
      'a withdrawal of $1,000 to gambling',
      [...MINE, ['casino', 'x', 1]],
      ['me', 'casino', 1_000],
      ['2 (60)', '5 (0)', '3 (55)'],
    ],
    ['a withdrawal of $1,000 to an address in no record', MINE, ['me', 'new', 1_000], ['N/A', '5 (0)', '5 (0)']],
    [
      'a withdrawal of $1,000 to a wallet of stolen coins',
      [...MINE, ['thief', 'bad', 400]],
      ['me', 'bad', 1_000],
      ['1 (90)', '5 (0)', '5 (0)'],
    ],
  ] as readonly (readonly [string, readonly Move[], Move, readonly [string, string, string]])[])(
    '%s',
    async (_name, moves, planned, [payment, before, after]) => {
      expect(await planAccounts(moves, planned)).toEqual({ payment, before, after });
    },
  );

  it('of coins: a deposit from a wallet that owns $700 from an exchange and $300 stolen', async () => {
    const transaction = (id: string, at: number, more: Pick<RawTransaction, 'inputs' | 'outputs'>): RawTransaction => ({
      ...{ transactionId: id, block: at, transactionIndex: 0, time: NOW - 1_000_000 + at, coinbase: false },
      ...more,
    });
    const paid = (id: string, at: number, from: string, to: string, amount: bigint) =>
      transaction(id, at, {
        inputs: [{ transactionId: `before-${id}`, index: 0, owner: from, amount }],
        outputs: [{ index: 0, owner: to, amount }],
      });
    const transactions = [
      paid('t1', 1, 'exchange', 'sender', 700n),
      paid('t2', 2, 'thief', 'sender', 300n),
      paid('t3', 3, 'exchange', 'me', 9_000n),
    ];
    const base = new MemoryUtxoStore({ network: 'BTC', transactions, labels: LABELS, derive: false });
    const planned = { from: 'sender', to: 'me', amount: 500n, time: NOW };
    const store = await PlannedCoinStore.open({ store: base, planned, unrecorded: KNOWN });
    const payment = await depositOf(store, PLANNED_TRANSACTION);
    expect({ payment, before: await ratingOf(base, 'me'), after: await ratingOf(store, 'me') }).toEqual({
      ...{ payment: '2 (65)', before: '5 (0)', after: '5 (0.852632)' },
    });
  });
});
