import { FEE_SLOT, ISSUER_SLOT } from '@assay/exposure';
import { unpackFacts } from '../pass/label-slots.ts';
import type { PagedFile } from './paged-file.ts';

/**
 * An account of the files that walks read: id, where its inflows and outflows begin, where its address is (doubles),
 * how many there are of each, what its labels say, and the length of its address with whether its history is whole.
 */
export const ACCOUNT_BYTES = 48;
/** One id is in memory of so many. */
export const IDS_EVERY = 256;
const INCOMPLETE = 2 ** 16;

export interface StoredAccount {
  readonly id: number;
  readonly inStart: number;
  readonly inCount: number;
  readonly outStart: number;
  readonly outCount: number;
  /** `packFacts` of the account. */
  readonly facts: number;
  readonly addressAt: number;
  /** Bytes, below 65,536. */
  readonly addressLength: number;
  readonly isComplete: boolean;
}

const row = new ArrayBuffer(ACCOUNT_BYTES);
const rowDoubles = new Float64Array(row);
const rowWords = new Uint32Array(row);
const rowBytes = new Uint8Array(row);

/** The bytes of an account, valid until the next call. */
export function accountBytes(account: StoredAccount): Uint8Array {
  rowDoubles.set([account.id, account.inStart, account.outStart, account.addressAt]);
  const length = account.addressLength + (account.isComplete ? 0 : INCOMPLETE);
  rowWords.set([account.inCount, account.outCount, account.facts, length], 8);
  return rowBytes;
}

export function roleOf(slot: number): 'account' | 'fee' | 'issuer' {
  return slot === FEE_SLOT ? 'fee' : slot === ISSUER_SLOT ? 'issuer' : 'account';
}

/** The accounts of the files that walks read, by id or by their place in the order of ids. */
export class AccountTable {
  readonly #file: PagedFile;
  /** Of every 256th account. */
  readonly #ids: Float64Array;

  constructor(file: PagedFile, ids: Float64Array) {
    this.#file = file;
    this.#ids = ids;
  }

  get count(): number {
    return this.#file.rows;
  }

  at(index: number): StoredAccount {
    const { doubles, words } = this.#file.page(index);
    const double = this.#file.at / 8;
    const word = this.#file.at / 4 + 8;
    const length = words[word + 3] ?? 0;
    return {
      ...{ id: doubles[double] ?? 0, inStart: doubles[double + 1] ?? 0, outStart: doubles[double + 2] ?? 0 },
      ...{ addressAt: doubles[double + 3] ?? 0, inCount: words[word] ?? 0, outCount: words[word + 1] ?? 0 },
      ...{ facts: words[word + 2] ?? 0, addressLength: length % INCOMPLETE, isComplete: length < INCOMPLETE },
    };
  }

  /** What labels say of an account: what walks ask most. */
  factsOf(id: number): ReturnType<typeof unpackFacts> {
    const { words } = this.#file.page(this.#indexOf(id));
    return unpackFacts(words[this.#file.at / 4 + 10] ?? 0);
  }

  of(id: number): StoredAccount {
    return this.at(this.#indexOf(id));
  }

  #indexOf(id: number): number {
    const block = lastUpTo(this.#ids.length, (index) => (this.#ids[index] ?? 0) <= id);
    const first = block * IDS_EVERY;
    const within = Math.min(IDS_EVERY, this.count - first);
    const index = first + lastUpTo(within, (offset) => this.#idAt(first + offset) <= id);
    if (index < 0 || this.#idAt(index) !== id) throw new RangeError(`no account ${id} in the segments`);
    return index;
  }

  #idAt(index: number): number {
    const { doubles } = this.#file.page(index);
    return doubles[this.#file.at / 8] ?? 0;
  }
}

/** The last index for which this holds, as it does for all before it; -1 for none. */
export function lastUpTo(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
