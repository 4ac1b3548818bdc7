import type { Category } from '@assay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as reference from '../reference/method-2/derive.ts';
import { fraction } from '../reference/method-2/fraction.ts';
import { depositServiceOf, type Service, type ServiceAt, serviceOf } from './deposit-address.ts';
import { coinMovement, type Movement } from './movement.ts';
import { transactionOf } from './spends.cases.ts';
import { ServiceConduct } from './unlabelled-service.ts';

const HOUR = 3600;
const START = 1_700_000_000 - (1_700_000_000 % 86_400);

interface Step {
  readonly party: number | 'fee';
  readonly direction: 'in' | 'out';
  readonly amount: number;
  /** Hours since the step before. */
  readonly after: number;
}

function movementsOf(steps: readonly Step[]): Movement[] {
  let time = START;
  return steps.map(({ party, direction, amount, after }, at) => {
    time += after * HOUR;
    const flow = party === 'fee' ? 0n : BigInt(amount);
    const parties = party === 'fee' ? [] : [{ party, amount: flow }];
    return { transaction: `t${at}`, time, direction, amount: BigInt(amount), flow, parties };
  });
}

/** The same for the reference, which counts milliseconds and names parties by text. */
const inReference = (movements: readonly Movement[]): reference.Movement[] =>
  movements.map((movement) => ({
    transaction: String(movement.transaction),
    time: movement.time * 1000,
    direction: movement.direction,
    amount: fraction(movement.amount),
    parties: movement.parties.map(({ party, amount }) => ({ address: String(party), amount: fraction(amount) })),
  }));

const KRAKEN: Service = { entity: 'Kraken', category: 'exchange_licensed' };
const SERVICES = new Map<number, Service>([
  [1, KRAKEN],
  [2, { entity: 'Kraken', category: 'exchange_licence_unknown' }],
  [3, { entity: 'Bets', category: 'gambling' }],
]);
const serviceAt: ServiceAt = (party) => SERVICES.get(party) ?? null;

const isService = (movements: readonly Movement[], opening = 0n): boolean => {
  const conduct = new ServiceConduct(opening);
  for (const movement of movements) conduct.add(movement);
  return conduct.isService;
};

const receive = (amount: number, after = 1): Step => ({ party: 9, direction: 'in', amount, after });
const send = (party: number | 'fee', amount: number, after = 1): Step => ({ party, direction: 'out', amount, after });
const depositOf = (steps: readonly Step[], opening = 0n): Service | null =>
  depositServiceOf(opening, movementsOf(steps), serviceAt);

describe('a deposit address', () => {
  it('forwards to one service, soon and whole', () => {
    expect(depositOf([receive(100), send(1, 100), receive(50), send(1, 50)])).toEqual(KRAKEN);
    expect(depositOf([receive(100), send('fee', 1), send(1, 99), receive(50), send(1, 50)])).toEqual(KRAKEN);
  });

  it.each<[string, readonly Step[]]>([
    ['it paid once', [receive(100), send(1, 100)]],
    ['less than 95% went to the service', [receive(100), send(1, 94), send(8, 6), receive(9), send(1, 9)]],
    ['it waits more than a day', [receive(100), send(1, 100, 25), receive(50), send(1, 50, 25)]],
    ['it keeps more than 1%', [receive(100), send(1, 98), receive(100), send(1, 98)]],
    ['it never received', [send(1, 10), send(1, 10)]],
    ['two services share', [receive(100), send(1, 100), receive(100), send(3, 100)]],
  ])('is none where %s', (_name, steps) => {
    expect(depositOf(steps)).toBeNull();
  });

  it('takes the category that received most, of two of one entity', () => {
    const steps = [receive(100), send(1, 40), send(2, 60), receive(50), send(2, 50)];
    expect(depositOf(steps)).toEqual({ entity: 'Kraken', category: 'exchange_licence_unknown' });
  });

  it('is what the reference says, for any history', () => {
    const steps = fc.array(
      fc.record({
        party: fc.constantFrom<number | 'fee'>(1, 1, 2, 3, 9, 'fee'),
        direction: fc.constantFrom('in', 'out'),
        amount: fc.constantFrom(1, 2, 20, 99, 100, 101),
        after: fc.constantFrom(0, 1, 12, 24, 25),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, fc.constantFrom(0n, 1n, 100n), (list, opening) => {
        const movements = movementsOf(
          list.map((step) => (step.party === 'fee' ? { ...step, direction: 'out' } : step)),
        );
        // The reference lets an account without inflows forward; the page does not.
        fc.pre(movements.some(({ direction }) => direction === 'in'));
        const found = depositServiceOf(opening, movements, serviceAt);
        const expected = reference.depositOf(fraction(opening), inReference(movements), (address) =>
          serviceAt(Number(address), 0),
        );
        expect(found?.entity).toBe(expected?.entity);
      }),
      { numRuns: 3000 },
    );
  });
});

interface Crowd {
  readonly senders: number;
  readonly receivers: number;
  /** Receivers that are senders too. */
  readonly shared: number;
  /** Amount of the largest sender and receiver; the other senders pay 1,000, the other receivers get `usual`. */
  readonly largest: number;
  readonly usual: number;
  /** Amount of the last half of the receivers. */
  readonly least: number;
  readonly hours: number;
  /** Every receiver is paid right after a sender paid. */
  readonly passesOn: boolean;
  readonly opening: bigint;
}

const CROWD: Crowd = {
  senders: 600,
  receivers: 600,
  shared: 0,
  largest: 1000,
  usual: 1000,
  least: 1000,
  hours: 1,
  passesOn: false,
  opening: 10_000_000n,
};

function crowd({ senders, receivers, shared, largest, usual, least, hours, passesOn }: Crowd): Movement[] {
  const inflows = Array.from(
    { length: senders },
    (_, at): Step => ({ party: 10 + at, direction: 'in', amount: at === 0 ? largest : 1000, after: hours }),
  );
  const outflows = Array.from(
    { length: receivers },
    (_, at): Step => ({
      party: 10 + senders - shared + at,
      direction: 'out',
      amount: at === 0 ? largest : at * 2 > receivers ? least : usual,
      after: passesOn ? 0 : hours,
    }),
  );
  if (!passesOn) return movementsOf([...inflows, ...outflows]);
  return movementsOf(inflows.flatMap((step, at) => [step, ...outflows.slice(at, at + 1)]));
}

describe('an unlabelled service', () => {
  it('has many senders and receivers, on many days', () => {
    expect(isService(crowd(CROWD), CROWD.opening)).toBe(true);
  });

  it.each<[string, Partial<Crowd>]>([
    ['few send', { senders: 99, receivers: 1100 }],
    ['few receive', { senders: 1100, receivers: 99 }],
    ['both sides are the same thousand', { senders: 1000, receivers: 1000, shared: 1000 }],
    ['one side has a large party', { largest: 10_000_000 }],
    ['half of the receivers get next to nothing', { receivers: 190, senders: 950, usual: 1_000_000, least: 1 }],
    ['all is on a few days', { hours: 0.1 }],
    ['it passes on what it receives', { passesOn: true, opening: 0n }],
  ])('is none where %s', (_name, change) => {
    const one = { ...CROWD, ...change };
    expect(isService(crowd(one), one.opening)).toBe(false);
  });

  it('counts no transaction that leaves the address nothing less but the fee (section 3.2)', () => {
    // On 99 hours eleven pay in or are paid, then one more transaction: of the fee alone, or with a payment of 1.
    const payments = (at: number): Movement[] =>
      Array.from({ length: 11 }, (_, one): Movement => {
        const party = 10 + at * 11 + one;
        const direction = at % 2 === 0 ? 'in' : 'out';
        const amount = direction === 'in' ? 1000n : 900n;
        const base = { transaction: at, time: START + at * 2 * HOUR, direction, amount, flow: amount } as const;
        return { ...base, parties: [{ party, amount }] };
      });
    const many = Array.from({ length: 99 }, (_, at) => payments(at)).flat();
    const own = (outputs: readonly number[]) => {
      const spend = transactionOf({ inputs: [[1, 10]], outputs }, 99);
      const change = { createdBy: 99, index: 1, owner: 1, amount: 8n, spentBy: null };
      const movement = coinMovement({ ...spend, outputs: [...spend.outputs, change], time: START + 99 * HOUR }, 1);
      return movement === null ? [] : [movement];
    };
    const feeAlone = own([]);
    expect(feeAlone).toMatchObject([{ amount: 2n, flow: 0n }]);
    expect(isService([...many, ...feeAlone], 100_000n)).toBe(false);
    expect(isService([...many, ...own([1])], 100_000n)).toBe(true);
  });

  it('is what the reference says, around every bound', () => {
    fc.assert(
      fc.property(
        fc.record({
          senders: fc.constantFrom(99, 100, 501, 902),
          receivers: fc.constantFrom(99, 100, 500, 901),
          shared: fc.constantFrom(0, 1, 50),
          largest: fc.constantFrom(1000, 1_960_000, 40_000_000),
          usual: fc.constantFrom(1000, 1_000_000),
          least: fc.constantFrom(1, 1000),
          hours: fc.constantFrom(0.1, 1),
          passesOn: fc.boolean(),
          opening: fc.constantFrom(0n, 100_000_000n),
        }),
        (one) => {
          const movements = crowd(one);
          expect(isService(movements, one.opening)).toBe(
            reference.meetsService(fraction(one.opening), inReference(movements)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a movement of coins', () => {
  it('is the net of an owner: change is none of it, and the fee is no flow', () => {
    // Owner 1 spends 10 and gets 3 back, owner 99 gets 6; the fee is 1.
    const spend = transactionOf({ inputs: [[1, 10]], outputs: [6] });
    const change = { createdBy: 0, index: 1, owner: 1, amount: 3n, spentBy: null };
    const transaction = { ...spend, outputs: [...spend.outputs, change] };
    expect(coinMovement(transaction, 1)).toMatchObject({
      ...{ direction: 'out', amount: 7n, flow: 6n },
      parties: [{ party: 99, amount: 6n }],
    });
    expect(coinMovement(transaction, 99)).toMatchObject({ direction: 'in', amount: 6n, parties: [{ party: 1 }] });
    expect(coinMovement(transaction, 5)).toBeNull();
  });

  it('to nobody but the fee flows nowhere', () => {
    const transaction = transactionOf({ inputs: [[1, 10]], outputs: [] });
    expect(coinMovement(transaction, 1)).toMatchObject({ direction: 'out', amount: 10n, flow: 0n, parties: [] });
  });
});

it('only categories of services with customers have deposit addresses', () => {
  const of = (category: Category) => serviceOf({ entity: 'x', category });
  expect(of('atm')).toEqual({ entity: 'x', category: 'atm' });
  expect(of('bridge')).toBeNull();
});
