import type { RawTransfer } from '@assay/exposure';

const HOUR_SECONDS = 3_600;
const FIRST_SECOND = 1_735_689_600;
/** The coin of these histories is a dollar and has this many base units. */
export const UNITS_PER_USD = 1_000_000;

const idOf = (place: number): string => `transaction-${place}`;

/** Writes a history of payments, hour by hour, and counts what the one who plans it pays for. */
export class Payments {
  readonly transfers: RawTransfer[] = [];
  #hour = 0;
  #transactions = 0;
  #outputs = 0;

  /** Lets time pass. */
  wait(hours: number): void {
    this.#hour += hours;
  }

  /** A payment of others, which costs the attacker nothing; the next one is an hour later. */
  others(from: string, to: string, usd: number): void {
    this.#write(this.transfers.length, [[from, to, usd]]);
  }

  /** One transaction of the attacker, with as many payments as it has outputs. */
  pay(from: string, ...outputs: readonly (readonly [to: string, usd: number])[]): void {
    this.#transactions += 1;
    this.#outputs += outputs.length;
    this.#write(
      this.transfers.length,
      outputs.map(([to, usd]) => [from, to, usd]),
    );
  }

  /** One transaction of the attacker in which several accounts pay; its id. */
  together(...payments: readonly (readonly [from: string, to: string, usd: number])[]): string {
    this.#transactions += 1;
    this.#outputs += payments.length;
    const id = this.transfers.length;
    this.#write(id, payments);
    return idOf(id);
  }

  /** Day of the next payment, `YYYY-MM-DD`. */
  get day(): string {
    return new Date(this.end * 1000).toISOString().slice(0, 10);
  }

  /** Unix seconds after the last payment. */
  get end(): number {
    return FIRST_SECOND + this.#hour * HOUR_SECONDS;
  }

  /** Transactions of the attacker, and payments beyond the first of each. */
  get effort(): { readonly transactions: number; readonly furtherOutputs: number } {
    return { transactions: this.#transactions, furtherOutputs: this.#outputs - this.#transactions };
  }

  #write(id: number, payments: readonly (readonly [from: string, to: string, usd: number])[]): void {
    for (const [index, [from, to, usd]] of payments.entries()) {
      this.transfers.push({
        ...{ block: this.#hour, transactionIndex: 0, transactionId: idOf(id), kind: 'token' },
        ...{ index, ordinal: 0, from, to, amount: BigInt(Math.round(usd * UNITS_PER_USD)), time: this.end },
      });
    }
    this.#hour += 1;
  }
}
