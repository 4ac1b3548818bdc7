/** Exposure on account networks: one pass in order for incoming, one in reverse for outgoing (section 3). */
import type { Absorbs } from './absorb.ts';
import type { Step } from './balances.ts';
import { minus, ONE } from './fraction.ts';
import {
  averaged,
  type Carried,
  type Direction,
  EMPTY,
  type Mix,
  mixed,
  NOT_FOLLOWED,
  pure,
  STILL_HELD,
  UNKNOWN,
} from './mix.ts';
import type { Transfer } from './question.ts';

/** Which records of the address asked for are averaged: all, or those of one payment. */
export type IsAsked = (transfer: Transfer) => boolean;
const ALL: IsAsked = () => true;

export function incomingShares(
  steps: readonly Step[],
  subject: string,
  absorbs: Absorbs,
  notFetched: ReadonlySet<string>,
  isAsked: IsAsked = ALL,
): Direction {
  const unknownOf = (address: string) => pure(notFetched.has(address) ? NOT_FOLLOWED : UNKNOWN);
  const compositions = new Map<string, Mix>();
  const received: Carried[] = [];
  for (const { transfer, a, kappa } of steps) {
    const { from, to, amount, time } = transfer;
    const landing = absorbs(from, time, 'incoming');
    const source =
      landing !== undefined
        ? pure(landing)
        : mixed([
            [kappa, compositions.get(from) ?? unknownOf(from)],
            [minus(ONE, kappa), unknownOf(from)],
          ]);
    if (to === subject && isAsked(transfer)) {
      const [direct, indirect] = landing === undefined ? [EMPTY, source] : [source, EMPTY];
      received.push({ time, amount, direct, indirect });
    }
    compositions.set(
      to,
      mixed([
        [minus(ONE, a), compositions.get(to) ?? unknownOf(to)],
        [a, source],
      ]),
    );
  }
  return averaged(received);
}

export function outgoingShares(
  steps: readonly Step[],
  subject: string,
  absorbs: Absorbs,
  isAsked: IsAsked = ALL,
): Direction {
  /** Where a unit held after the record looked at lands, by account. */
  const destinations = new Map<string, Mix>();
  const sent: Carried[] = [];
  for (const { transfer, phi } of steps.toReversed()) {
    const { from, to, amount, time } = transfer;
    const landing = absorbs(to, time, 'outgoing');
    const end = landing === undefined ? (destinations.get(to) ?? pure(STILL_HELD)) : pure(landing);
    if (from === subject && isAsked(transfer)) {
      const [direct, indirect] = landing === undefined ? [EMPTY, end] : [end, EMPTY];
      sent.push({ time, amount, direct, indirect });
    }
    destinations.set(
      from,
      mixed([
        [phi, end],
        [minus(ONE, phi), destinations.get(from) ?? pure(STILL_HELD)],
      ]),
    );
  }
  return averaged(sent.reverse());
}
