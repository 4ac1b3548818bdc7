import { type Direction, linked, type PathStep } from '@assay/exposure';
import { unpackFacts } from '../pass/label-slots.ts';
import type { AccountTable } from './account-table.ts';
import type { PagedFile } from './paged-file.ts';
import { WIDE_BYTES } from './walk-files.ts';

/** The linked records of segments, a page of their file at a time. */
export class RecordRows implements linked.LinkedRecords {
  readonly count: number;
  /** The first double of the row found last. */
  at = 0;
  readonly #rows: PagedFile;
  readonly #wide: PagedFile;
  readonly #accounts: AccountTable;
  readonly #names: RecordNames;

  constructor(rows: PagedFile, wide: PagedFile, accounts: AccountTable, names: RecordNames) {
    this.#rows = rows;
    this.#wide = wide;
    this.#accounts = accounts;
    this.#names = names;
    this.count = rows.rows;
  }

  row(record: number): linked.LinkedRow {
    const page = this.#rows.page(record - 1);
    this.at = this.#rows.at / 8;
    return page;
  }

  word(record: number, field: number): number {
    const { words } = this.row(record);
    return words[2 * this.at + field] ?? 0;
  }

  firstOf(account: number, direction: Direction): number {
    const { lastIn, firstOut } = this.#accounts.at(account);
    return direction === 'bwd' ? lastIn : firstOut;
  }

  isOpeningUnread(account: number): boolean {
    return unpackFacts(this.#accounts.at(account).facts).isOpeningUnread;
  }

  amountOf(record: number): bigint {
    const { doubles } = this.row(record);
    const amount = doubles[this.at + linked.AMOUNT] ?? 0;
    return amount < 0 ? this.#wideAmount(-1 - amount) : BigInt(amount);
  }

  stepsOf(records: readonly number[]): readonly PathStep[] {
    return records.map((record) => ({
      from: this.#names.addressOf(this.word(record, linked.FROM)),
      to: this.#names.addressOf(this.word(record, linked.TO)),
      transactionId: this.#names.transactionOf(record),
      amount: this.amountOf(record),
      time: this.word(record, linked.TIME),
    }));
  }

  #wideAmount(index: number): bigint {
    const { bytes } = this.#wide.page(index);
    let units = 0n;
    for (const byte of bytes.subarray(this.#wide.at, this.#wide.at + WIDE_BYTES)) units = units * 256n + BigInt(byte);
    return units;
  }
}

/** What evidence calls accounts and records. */
export interface RecordNames {
  addressOf(account: number): string;
  transactionOf(record: number): string;
}
