import type { OutputRecord, TransactionRecord } from '../../records/record.ts';
import { MIXED_IN_COINJOIN, NEWLY_MINED, type ShareSource } from '../mixture.ts';
import type { FoundRows, Place } from './found-rows.ts';
import { type Arrival, type Lanes, onlyBad, type Passed, type Trail } from './lanes.ts';
import type { Makeup, Part } from './makeup.ts';

/** Where mass goes that was not found yet: to the transaction that created a coin. */
export type Push = (arrival: Arrival, spentIn: TransactionRecord) => void;

/** Shares the mass of transactions out over what their value came from (docs/method/3, section 5.2). */
export class Passing {
  readonly #found: FoundRows;
  readonly #keepsTrails: boolean;
  readonly #push: Push;

  constructor(found: FoundRows, keepsTrails: boolean, push: Push) {
    this.#found = found;
    this.#keepsTrails = keepsTrails;
    this.#push = push;
  }

  /** What a coinjoin replaces is not found here, but when the reverse pass has come by. */
  share(makeup: Makeup, mass: number, here: Lanes, beyond: Lanes, depth = 1): void {
    const { transaction, isCoinjoin, parts } = makeup;
    const passed: Passed = { transaction, mass, lanes: isCoinjoin ? onlyBad(beyond) : beyond, depth };
    for (const part of parts) this.#pass(makeup, part, here, passed);
  }

  #pass({ transaction, isCoinjoin }: Makeup, part: Part, here: Lanes, passed: Passed): void {
    const { share } = part;
    switch (part.from) {
      case 'label': {
        const place = this.#placeAt(transaction, part.source, part.coin);
        this.#found.addPart({ ...place, label: part.label }, here[part.kind], share);
        break;
      }
      case 'coin':
        this.#push({ coin: part.coin, share, from: passed }, transaction);
        break;
      case 'unknown':
        if (!isCoinjoin) for (const mass of here.neutral?.mass ?? []) this.#found.unknownOrigin.add(mass * share);
        break;
      case 'block':
        this.#found.addPart(this.#placeAt(transaction, NEWLY_MINED, null), here.explained, share);
        break;
      default:
        throw new Error(`unknown part ${JSON.stringify(part satisfies never)}`);
    }
  }

  #placeAt(transaction: TransactionRecord, source: ShareSource, coin: OutputRecord | null): Place {
    const endAfter = (previous: Trail): Trail => endOf(transaction, coin, previous);
    return { source, label: null, time: transaction.time, endAfter: this.#keepsTrails ? endAfter : null };
  }
}

/** Where what a coinjoin replaced is found. */
export function mixedAt({ transaction }: Makeup, keepsTrails: boolean): Place {
  const endAfter = (previous: Trail): Trail => endOf(transaction, null, previous);
  const { time } = transaction;
  return { source: MIXED_IN_COINJOIN, label: null, time, endAfter: keepsTrails ? endAfter : null };
}

/** The far end of a path that ends in a transaction: at the owner of an input, or at nobody. */
function endOf(transaction: TransactionRecord, coin: OutputRecord | null, previous: Trail): Trail {
  return { owner: coin?.owner ?? null, amount: coin?.amount ?? 0n, spentIn: transaction, previous };
}

/** Arrivals by transactions in order; what contradicts the order of records is R. */
export function inOrder(
  arrivals: readonly Arrival[],
  transaction: TransactionRecord,
): { readonly arrivals: readonly Arrival[]; readonly contradicting: readonly Arrival[] } {
  const isAfter = ({ from }: Arrival): boolean =>
    from.transaction === null || from.transaction.position > transaction.position;
  const contradicting = arrivals.filter((arrival) => !isAfter(arrival));
  return { arrivals: contradicting.length === 0 ? arrivals : arrivals.filter(isAfter), contradicting };
}

export function massOf(arrivals: readonly Arrival[]): number {
  return arrivals.reduce((sum, { share, from }) => sum + share * from.mass, 0);
}
