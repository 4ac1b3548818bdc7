/** The worked examples of docs/method/transactions, section 6, by the reference. */
import { describe, expect, it } from 'vitest';
import { accounts, label, pay, QUESTION } from './examples.ts';
import { assessPayment, type PaymentQuestion } from './payment.ts';
import { type CoinTransaction, FEE, type GivenLabel, type Transfer } from './question.ts';

const PAID = { block: 150, transaction: 900_000 };
const LABELS: readonly GivenLabel[] = (
  ['exchange_licensed', 'stolen_coins', 'sanctions', 'liquidity_pools', 'mixer', 'gambling'] as const
).map((category) => label(category, category));

/** A record of the payment itself. */
function paid(from: string, to: string, dollars: number): Transfer {
  return pay(from, to, dollars, PAID.block, PAID.transaction);
}

function answer(more: Partial<PaymentQuestion>) {
  const { stars, total, verdict, confidence } = assessPayment({
    ...QUESTION,
    labels: LABELS,
    paidBy: PAID,
    way: 'incoming',
    hasTraces: true,
    isSourceComplete: () => true,
    ...more,
  });
  return { stars, total: stars === 0 ? undefined : total, verdict, confidence };
}

function deposit(...transfers: readonly Transfer[]) {
  return answer(accounts(transfers));
}

function withdrawal(...transfers: readonly Transfer[]) {
  return answer({ ...accounts(transfers), way: 'outgoing' });
}

const funded = [pay('exchange_licensed', 'wallet', 9000, 1), pay('wallet', 'subject', 500, 2)];

describe('the worked examples of a payment, account networks', () => {
  it('rates a deposit straight from a licensed exchange', () => {
    expect(deposit(paid('exchange_licensed', 'subject', 1000))).toMatchObject({ stars: 5, total: 0 });
  });
  it('rates a deposit from a wallet that held money of an exchange', () => {
    expect(deposit(pay('exchange_licensed', 'wallet', 9000, 1), paid('wallet', 'subject', 500))).toMatchObject({
      stars: 5,
      total: 0,
    });
  });
  it('rates a deposit from the same wallet after stolen coins arrived there', () => {
    const after = pay('stolen_coins', 'wallet', 9000, 200);
    expect(
      deposit(...funded, pay('stolen_coins', 'wallet', 500, 3), paid('wallet', 'subject', 900), after),
    ).toMatchObject({ stars: 4, total: 35 });
  });
  it('rates a deposit of more than the wallet is known to have held', () => {
    expect(deposit(pay('exchange_licensed', 'wallet', 600, 1), paid('wallet', 'subject', 1000))).toEqual({
      stars: 4,
      total: 3.6,
      verdict: 'limited data',
      confidence: 'low',
    });
  });
  it.each([
    [20, { stars: 1, total: 100 }],
    [5, { stars: 4, total: 25, verdict: 'low risk' }],
  ])('rates a deposit of $%i straight from a sanctioned address', (dollars, expected) => {
    expect(deposit(paid('sanctions', 'subject', dollars))).toMatchObject(expected);
  });
  it('rates a contract call that pays in from a pool and from a mixer', () => {
    expect(deposit(paid('liquidity_pools', 'subject', 600), paid('mixer', 'subject', 400))).toMatchObject({
      stars: 1,
      total: 80,
    });
  });
  it('rates one of 200 payments of one transaction', () => {
    const others = Array.from({ length: 199 }, (_, index) => paid('exchange_licensed', `other-${index}`, 50));
    expect(deposit(...others, paid('exchange_licensed', 'subject', 50))).toMatchObject({ stars: 5, total: 0 });
  });
  it('rates a withdrawal straight to gambling', () => {
    expect(withdrawal(paid('subject', 'gambling', 1000))).toMatchObject({ stars: 3, total: 55 });
  });
  it('does not rate a withdrawal that is still held', () => {
    expect(withdrawal(paid('subject', 'wallet', 1000))).toMatchObject({ stars: 0 });
  });
  it('rates it after half of it went to a mixer', () => {
    expect(withdrawal(paid('subject', 'wallet', 1000), pay('wallet', 'mixer', 500, 160))).toMatchObject({
      stars: 2,
      total: 65,
    });
  });
  it('does not rate a transaction that moved nothing but a fee', () => {
    expect(withdrawal(paid('subject', FEE, 2))).toMatchObject({ stars: 0 });
  });
});

let coins = 0;

function spend(
  inputs: readonly (readonly [owner: string, transaction: CoinTransaction])[],
  outputs: readonly (readonly [owner: string, dollars: number])[],
): CoinTransaction {
  coins += 1;
  return {
    id: `coin-${coins}`,
    block: coins,
    position: 0,
    time: Date.parse('2024-03-01T00:00:00Z') / 1000 + coins * 3600,
    coinbase: inputs.length === 0,
    inputs: inputs.map(([owner, { id, outputs: created }]) => ({
      spends: { transaction: id, output: created.findIndex((output) => output.owner === owner) },
    })),
    outputs: outputs.map(([owner, dollars]) => ({ owner, value: BigInt(dollars * 100) })),
  };
}

function coinDeposit(...transactions: readonly CoinTransaction[]) {
  const id = transactions.at(-1)?.id ?? '';
  return answer({ records: { form: 'coins', transactions }, paidBy: { id } });
}

describe('the worked examples of a payment, UTXO networks', () => {
  const owned = (owner: string, dollars: number) => spend([], [[owner, dollars]]);
  const clean = owned('exchange_licensed', 700);
  const bad = owned('stolen_coins', 300);
  const fromExchange = spend([['exchange_licensed', clean]], [['wallet', 700]]);
  const fromThief = spend([['stolen_coins', bad]], [['wallet', 300]]);
  const before = [clean, bad, fromExchange, fromThief];

  it('rates a deposit paid with coins of an exchange alone', () => {
    expect(coinDeposit(...before, spend([['wallet', fromExchange]], [['subject', 700]]))).toMatchObject({
      stars: 5,
      total: 0,
    });
  });
  it('rates a deposit paid with both', () => {
    const both = spend(
      [
        ['wallet', fromExchange],
        ['wallet', fromThief],
      ],
      [['subject', 1000]],
    );
    expect(coinDeposit(...before, both)).toMatchObject({ stars: 2, total: 65 });
  });
  it('rates a deposit of newly mined coins', () => {
    expect(coinDeposit(owned('subject', 50))).toMatchObject({ stars: 5, total: 0 });
  });
  it('leaves out an input of the side', () => {
    const [mine, stolen] = [owned('subject', 100), owned('stolen_coins', 700)];
    const paying = spend(
      [
        ['subject', mine],
        ['stolen_coins', stolen],
      ],
      [['subject', 800]],
    );
    expect(coinDeposit(mine, stolen, paying)).toMatchObject({ stars: 1, total: 90 });
  });
});
