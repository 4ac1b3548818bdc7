import type { RawTransfer } from '@assay/exposure';
import type { Pool, PoolClient } from '../../../../../platform/db/index.ts';
import type { StagedItem } from '../formats/staged-item.ts';
import { countOwnTransfers, type StagedPart, streamTransfers } from './staged-transfers.store.ts';

/** About 200 MB; of a larger import, all transfers are read back from staging. */
const MOST_KEPT = 500_000;
const TRANSFERS_AT_ONCE = 5_000;

/**
 * The transfers that one run of an import has staged, as long as they are few. They are in staging for the case that the
 * run is interrupted; where it is not, nothing has to be read back.
 */
export class KeptTransfers {
  readonly importId: number;
  readonly #byLedger = new Map<string, RawTransfer[]>();
  #count = 0;
  #isWhole: boolean;

  /** @param isResumed whether an earlier run has staged rows of the import: then nothing is kept */
  constructor(importId: number, isResumed: boolean) {
    this.importId = importId;
    this.#isWhole = !isResumed;
  }

  add(items: readonly StagedItem[]): void {
    if (!this.#isWhole) return;
    for (const item of items) {
      if (item.what !== 'transfer') continue;
      const { network, ticker, time, transfer } = item;
      // Staging changes these: it fills in the time of a block, and replaces half a surrogate pair.
      if (time === null || !transfer.transactionId.isWellFormed()) {
        this.#keepNone();
        return;
      }
      const name = nameOf({ network, ticker });
      const kept = this.#byLedger.get(name) ?? [];
      this.#byLedger.set(name, kept);
      kept.push({ ...transfer, time });
      this.#count += 1;
    }
    if (this.#count > MOST_KEPT) this.#keepNone();
  }

  /**
   * Removes a part and returns it as staging would, by time and then as it was staged. Null where it is not all that is
   * staged of the part.
   *
   * @param staged how many transfers of the part are staged, of all imports and of this one
   */
  take(part: StagedPart, staged: { readonly all: number; readonly own: number }): readonly RawTransfer[] | null {
    const kept = this.#byLedger.get(nameOf(part)) ?? [];
    const isOf = ({ time }: RawTransfer): boolean => part.upTo === null || time <= part.upTo;
    const taken = kept.filter(isOf);
    if (!this.#isWhole || staged.all !== taken.length || staged.own !== taken.length) return null;
    this.#byLedger.set(
      nameOf(part),
      kept.filter((transfer) => !isOf(transfer)),
    );
    return taken.sort((a, b) => a.time - b.time);
  }

  #keepNone(): void {
    this.#isWhole = false;
    this.#byLedger.clear();
  }
}

function nameOf({ network, ticker }: Pick<StagedPart, 'network' | 'ticker'>): string {
  return `${network} ${ticker}`;
}

/**
 * Calls `work` with all staged transfers of a part by time, in batches that may end within a second: those that this
 * process has kept, or those in staging, read on a second connection.
 *
 * @param main its transaction has the lock of appending, so that no other process removes them meanwhile
 */
export async function withTransfers<T>(
  pool: Pool,
  main: PoolClient,
  part: StagedPart,
  kept: KeptTransfers | null,
  work: (batches: AsyncIterable<readonly RawTransfer[]>) => Promise<T>,
): Promise<T> {
  const taken = kept === null ? null : kept.take(part, await countOwnTransfers(main, part, kept.importId));
  if (taken !== null) return work(inBatches(taken));
  return readBeside(pool, (reader) => work(streamTransfers(reader, part)));
}

async function* inBatches(transfers: readonly RawTransfer[]): AsyncGenerator<readonly RawTransfer[]> {
  for (let from = 0; from < transfers.length; from += TRANSFERS_AT_ONCE) {
    yield transfers.slice(from, from + TRANSFERS_AT_ONCE);
  }
}

/** A second connection: one cannot read rows out and write others in at the same time. */
async function readBeside<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    // It may be in the middle of its rows: no connection for anybody else.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}
