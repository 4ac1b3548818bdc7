import { FEE_SLOT, ISSUER_SLOT } from '@assay/exposure';
import type { PagedFile } from './paged-file.ts';

/**
 * An account of the files that walks read: where its address is (a double), its first and last inflow and outflow, how
 * many there are of each, what its labels say, and the length of its address with whether its history is whole.
 */
export const ACCOUNT_BYTES = 40;
const INCOMPLETE = 2 ** 16;

/** Numbers of records are 0 where there is none. */
export interface StoredAccount {
  readonly firstIn: number;
  readonly lastIn: number;
  readonly firstOut: number;
  readonly lastOut: number;
  readonly inCount: number;
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
  const { firstIn, lastIn, firstOut, lastOut, inCount, outCount, facts } = account;
  rowDoubles[0] = account.addressAt;
  const length = account.addressLength + (account.isComplete ? 0 : INCOMPLETE);
  rowWords.set([firstIn, lastIn, firstOut, lastOut, inCount, outCount, facts, length], 2);
  return rowBytes;
}

export function roleOf(slot: number): 'account' | 'fee' | 'issuer' {
  return slot === FEE_SLOT ? 'fee' : slot === ISSUER_SLOT ? 'issuer' : 'account';
}

/** The accounts of the files that walks read, numbered from 0 in the order of their ids. */
export class AccountTable {
  readonly #file: PagedFile;

  constructor(file: PagedFile) {
    this.#file = file;
  }

  get count(): number {
    return this.#file.rows;
  }

  at(account: number): StoredAccount {
    const { doubles, words } = this.#file.page(account);
    const word = this.#file.at / 4 + 2;
    const length = words[word + 7] ?? 0;
    return {
      ...{ addressAt: doubles[this.#file.at / 8] ?? 0, facts: words[word + 6] ?? 0 },
      ...{ firstIn: words[word] ?? 0, lastIn: words[word + 1] ?? 0 },
      ...{ firstOut: words[word + 2] ?? 0, lastOut: words[word + 3] ?? 0 },
      ...{ inCount: words[word + 4] ?? 0, outCount: words[word + 5] ?? 0 },
      ...{ addressLength: length % INCOMPLETE, isComplete: length < INCOMPLETE },
    };
  }
}
