import { EMPTIED_PERCENT, EMPTYING_PERCENT } from '../method/label-numbers-2.ts';

/**
 * Whether an account passes on what it receives (docs/method/2, section 3.1): at least half of the outflows that matter
 * leave at most 1% of what came in since the one before. Where nothing came in since, nothing may be left.
 */
export class Emptying {
  #balance: bigint;
  #arrived = 0n;
  #outflows = 0;
  #emptied = 0;

  /** @param opening known balance before the first record; 0 where none is known */
  constructor(opening: bigint) {
    this.#balance = opening;
  }

  receive(amount: bigint): void {
    this.#balance += amount;
    this.#arrived += amount;
  }

  /** @param matters whether it is one of the outflows that are asked about */
  spend(amount: bigint, matters: boolean): void {
    this.#balance = this.#balance > amount ? this.#balance - amount : 0n;
    if (!matters) return;
    this.#outflows += 1;
    if (this.#balance * 100n <= this.#arrived * BigInt(EMPTIED_PERCENT)) this.#emptied += 1;
    this.#arrived = 0n;
  }

  get passesOn(): boolean {
    return this.#outflows > 0 && this.#emptied * 100 >= this.#outflows * EMPTYING_PERCENT;
  }
}
