import { type AccountRows, FLAGS, IS_FEE, IS_ISSUER } from '../../columns/account-rows.ts';
import { wholeOf } from '../../records/whole-of.ts';
import { DIFFERS_FROM_STATED, FIRST_TIME, HAS_OPENING, IS_POOL, IS_SAMPLE, LAST_TIME } from './flow-tables.ts';

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const LASTING = IS_FEE | IS_ISSUER | IS_POOL;

/** What is known of an account beside its flows, as `FlowSubject` has it. */
export interface FlowAccount {
  /** Base units before its first record; null where it is not known. */
  readonly opening: bigint | null;
  readonly isSample: boolean;
  readonly differsFromStated: boolean;
  /** Unix seconds of its records; null where it has none. */
  readonly firstTime: number | null;
  readonly lastTime: number | null;
}

/** What is known of accounts beside their flows, in their rows. It is of the present, whatever snapshot asks. */
export class AccountFacts {
  readonly #rows: AccountRows;
  readonly #wideOpenings: Map<number, bigint>;

  constructor(rows: AccountRows, wideOpenings?: Iterable<readonly [account: number, opening: bigint]>) {
    this.#rows = rows;
    this.#wideOpenings = new Map(wideOpenings);
  }

  wideOpenings(): readonly (readonly [account: number, opening: bigint])[] {
    return [...this.#wideOpenings];
  }

  set(account: number, { opening, isSample, differsFromStated, firstTime, lastTime }: FlowAccount): void {
    const rows = this.#rows;
    rows.setWord(
      account,
      FLAGS,
      (rows.word(account, FLAGS) & LASTING) |
        (isSample ? IS_SAMPLE : 0) |
        (differsFromStated ? DIFFERS_FROM_STATED : 0) |
        (opening === null ? 0 : HAS_OPENING),
    );
    // No record is of the first second of 1970.
    rows.setWord(account, FIRST_TIME, firstTime ?? 0);
    rows.setWord(account, LAST_TIME, lastTime ?? 0);
    this.#wideOpenings.delete(account);
    if (opening !== null && opening > EXACT) this.#wideOpenings.set(account, opening);
    rows.setBalance(account, opening === null || opening > EXACT ? 0 : Number(opening));
  }

  of(account: number): FlowAccount {
    const rows = this.#rows;
    const flags = rows.word(account, FLAGS);
    const opening = this.openingUnits(account);
    const [first, last] = [rows.word(account, FIRST_TIME), rows.word(account, LAST_TIME)];
    return {
      opening: (flags & HAS_OPENING) === 0 ? null : typeof opening === 'bigint' ? opening : wholeOf(opening),
      isSample: (flags & IS_SAMPLE) !== 0,
      differsFromStated: (flags & DIFFERS_FROM_STATED) !== 0,
      firstTime: first === 0 ? null : first,
      lastTime: last === 0 ? null : last,
    };
  }

  /** Base units before the first record, 0 where they are not known; a number only below 2^53. */
  openingUnits(account: number): number | bigint {
    return this.#wideOpenings.get(account) ?? this.#rows.balance(account);
  }
}
