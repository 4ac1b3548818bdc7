import { type AbsorbedAs, absorbing, type Direction, deriveSet, type History } from './absorb.ts';
import type { Movement } from './derive.ts';
import { moneyOf, type PricedRecord } from './dollars.ts';
import { type Fraction, fraction, ONE, over, smaller, sum, times, ZERO } from './fraction.ts';
import { type AccountQuestion, COINBASE, type DirectionExposure, FEE_SINK, type Transfer } from './input.ts';
import { MINER, tierOf } from './labels.ts';
import {
  addTo,
  blend,
  emptyLayers,
  exposureOf,
  type Layers,
  labelled,
  type Mixture,
  partOf,
  residual,
} from './mixture.ts';

/**
 * Exposure on account networks, exact, by section 3 of version 1 with the absorbing accounts of method version 2, which
 * is in preparation: one pass over all records for each direction, nothing left out.
 */
interface Record {
  readonly transfer: Transfer;
  readonly a: Fraction;
  readonly kappa: Fraction;
  readonly phi: Fraction;
}

function inOrder(question: AccountQuestion): Transfer[] {
  return question.transfers
    .filter((one) => one.amount > 0n && one.from !== one.to)
    .toSorted((x, y) => x.position - y.position);
}

function withRatios(question: AccountQuestion): Record[] {
  const balances = new Map(question.accounts.map(({ address, opening }) => [address, opening]));
  return inOrder(question).map((transfer) => {
    const { from, to, amount } = transfer;
    const [sender, receiver] = [balances.get(from) ?? 0n, balances.get(to) ?? 0n];
    balances.set(from, sender > amount ? sender - amount : 0n);
    balances.set(to, receiver + amount);
    return {
      transfer,
      a: fraction(amount, receiver + amount),
      kappa: smaller(ONE, fraction(sender, amount)),
      phi: sender === 0n ? ONE : smaller(ONE, fraction(amount, sender)),
    };
  });
}

function histories(question: AccountQuestion): Map<string, History> {
  const found = new Map<string, { opening: bigint; movements: Movement[] }>();
  const add = (address: string, movement: Movement): void => {
    const opening = question.accounts.find((one) => one.address === address)?.opening ?? 0n;
    const history = found.get(address) ?? { opening, movements: [] };
    history.movements.push(movement);
    found.set(address, history);
  };
  for (const { transaction, time, from, to, amount } of inOrder(question)) {
    const party = (address: string): Movement['parties'] =>
      to === FEE_SINK ? [] : [{ address, amount: fraction(amount) }];
    add(from, { transaction, time, direction: 'out', amount: fraction(amount), parties: party(to) });
    add(to, { transaction, time, direction: 'in', amount: fraction(amount), parties: party(from) });
  }
  return found;
}

/** The direct ending of the other end of a record, or null where the record is followed. */
function directEnd(other: string, time: number, direction: Direction, absorbs: AbsorbedAs): Mixture | null {
  if (other === FEE_SINK) return residual('fee');
  if (other === COINBASE) return labelled(MINER);
  const ending = absorbs(other, time, direction);
  return ending === null ? null : labelled(ending);
}

function count(layers: Layers, share: Fraction, direct: Mixture | null, followed: Mixture): void {
  addTo(direct === null ? layers.indirect : layers.direct, share, direct ?? followed);
}

function incoming(question: AccountQuestion, records: readonly Record[], absorbs: AbsorbedAs): Layers {
  const received = sum(records.filter(({ transfer }) => transfer.to === question.subject).map(amountOf));
  const compositions = new Map<string, Mixture>();
  const unread = new Set(question.accounts.filter((one) => one.unreadBefore).map((one) => one.address));
  const opening = (address: string): Mixture => residual(unread.has(address) ? 'not_followed' : 'unknown_origin');
  const layers = emptyLayers();
  for (const { transfer, a, kappa } of records) {
    const { from, to, amount, time } = transfer;
    const direct = directEnd(from, time, 'incoming', absorbs);
    const followed = blend(kappa, compositions.get(from) ?? opening(from), opening(from));
    compositions.set(to, blend(a, direct ?? followed, compositions.get(to) ?? opening(to)));
    if (to === question.subject) count(layers, over(fraction(amount), received), direct, followed);
  }
  return layers;
}

function outgoing(question: AccountQuestion, records: readonly Record[], absorbs: AbsorbedAs): Layers {
  const sent = sum(records.filter(({ transfer }) => transfer.from === question.subject).map(amountOf));
  const destinations = new Map<string, Mixture>();
  const unread = new Set(question.accounts.filter((one) => one.unreadAfter).map((one) => one.address));
  const held = (address: string): Mixture => residual(unread.has(address) ? 'not_followed' : 'still_held');
  const layers = emptyLayers();
  for (const { transfer, phi } of records.toReversed()) {
    const { from, to, amount, time } = transfer;
    const direct = directEnd(to, time, 'outgoing', absorbs);
    const followed = destinations.get(to) ?? held(to);
    destinations.set(from, blend(phi, direct ?? followed, destinations.get(from) ?? held(from)));
    if (from === question.subject) count(layers, over(fraction(amount), sent), direct, followed);
  }
  return layers;
}

const amountOf = ({ transfer }: Record): Fraction => fraction(transfer.amount);

export interface Walked {
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
  readonly subjectHistory: History;
  /** The subject sent more than its known balance held. */
  readonly shortfall: boolean;
}

export function walkAccounts(question: AccountQuestion): Walked {
  const records = withRatios(question);
  const all = histories(question);
  const absorbs = absorbing(question, deriveSet(question, all, new Map()));
  const toSubject = records.filter(({ transfer }) => transfer.to === question.subject);
  const fromSubject = records.filter(({ transfer }) => transfer.from === question.subject);
  const priced = (direction: Direction, record: Record): PricedRecord => {
    const { from, to, time, money } = record.transfer;
    const direct = directEnd(direction === 'incoming' ? from : to, time, direction, absorbs);
    const partS = direct === null ? ZERO : partOf(direct, (ending) => tierOf(ending.category) === 'S');
    return { amount: amountOf(record), money, directS: times(partS, amountOf(record)) };
  };
  const side = (direction: Direction, chosen: readonly Record[], layers: Layers): DirectionExposure => {
    const money = moneyOf(
      chosen.map((record) => priced(direction, record)),
      question.decimals,
    );
    return exposureOf(direction, sum(chosen.map(amountOf)), money, layers);
  };
  return {
    incoming: side('incoming', toSubject, incoming(question, records, absorbs)),
    outgoing: side('outgoing', fromSubject, outgoing(question, records, absorbs)),
    subjectHistory: all.get(question.subject) ?? { opening: 0n, movements: [] },
    shortfall: fromSubject.some(({ kappa }) => !(kappa.n === kappa.d)),
  };
}
