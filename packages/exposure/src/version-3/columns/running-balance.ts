import { receive, spend } from '../../records/ratios.ts';

const EXACT = Number.MAX_SAFE_INTEGER;

/** The balance of one account from flow to flow, exact at any size (docs/method/3, section 4). */
export class RunningBalance {
  #units: number | bigint;

  /** @param units Base units; a number only below 2^53. */
  constructor(units: number | bigint) {
    this.#units = units;
  }

  /** Takes what is paid, which may be more than there is; returns kappa. */
  spend(amount: number | bigint): number {
    const before = this.#units;
    if (typeof before === 'number' && typeof amount === 'number') {
      this.#units = amount < before ? before - amount : 0;
      if (amount <= before) return 1;
      return before === 0 ? 0 : before / amount;
    }
    const { after, covered } = spend(BigInt(before), BigInt(amount));
    this.#set(after);
    return covered;
  }

  /** Adds what is received; returns the share of the balance after it that it is. */
  receive(amount: number | bigint): number {
    const before = this.#units;
    if (typeof before === 'number' && typeof amount === 'number') {
      const after = before + amount;
      if (after <= EXACT) {
        this.#units = after;
        return amount / after;
      }
    }
    const { after, inflowShare } = receive(BigInt(before), BigInt(amount));
    this.#set(after);
    return inflowShare;
  }

  #set(units: bigint): void {
    this.#units = units <= EXACT ? Number(units) : units;
  }
}
