import { advance } from '@assay/exposure/reference';
import { ensureLedger } from '../../apps/server/src/modules/records/index.ts';
import { newAccount } from '../../apps/server/src/modules/records/transfers/accounts/account-balance.ts';
import {
  insertTransfers,
  type PositionedTransfer,
} from '../../apps/server/src/modules/records/transfers/append/append.store.ts';
import { loadAsset } from '../../apps/server/src/modules/records/transfers/import/staging/load-asset.ts';
import { lockLedger } from '../../apps/server/src/modules/records/transfers/ledgers/ledger.store.ts';
import type { Pool, PoolClient } from '../../apps/server/src/platform/db/index.ts';
import type { Random } from '../../packages/testkit/src/index.ts';
import { processorOf } from '../walk/postgres/processor.ts';

interface Appended {
  readonly batch: number;
  readonly records: number;
  readonly seconds: number;
  /** Processor time of this process and of the connection's, a record. */
  readonly ownMicroseconds: number;
  readonly serverMicroseconds: number;
}

/** A ledger whose ends are numbers: nothing is parsed, judged, staged or looked up. */
class NumberedLedger {
  readonly #random: Random;
  readonly #balances: bigint[];
  #record = 0;

  constructor(random: Random, accounts: number) {
    this.#random = random;
    this.#balances = Array.from({ length: accounts }, () => 0n);
  }

  *records(count: number): Generator<PositionedTransfer> {
    const { length } = this.#balances;
    for (let made = 0; made < count; made += 1) {
      const from = this.#random.below(length, 3);
      // Never a self transfer.
      const to = (from + 1 + this.#random.below(length - 1)) % length;
      const amount = BigInt(1 + this.#random.below(1e9));
      const step = advance(this.#balances[from] ?? 0n, this.#balances[to] ?? 0n, amount);
      this.#balances[from] = step.fromAfter;
      this.#balances[to] = step.toAfter;
      const record = this.#record;
      this.#record += 1;
      const time = 1_600_000_000 + Math.floor(record / 3);
      yield {
        ...{ position: time * 2 ** 21 + (record % 3), fromId: from + 1, toId: to + 1, from: '', to: '', amount, time },
        ...{ inflowShare: step.inflowShare, covered: step.covered, outflowShare: step.outflowShare },
        ...{ block: record >>> 8, transactionIndex: 0, kind: 'token', index: record & 255, ordinal: 0 },
        transactionId: `0x${record.toString(16).padStart(64, '0')}`,
      };
    }
  }
}

/**
 * The figure of the method: records appended to a table that holds some, their ends known by number, in batches of one
 * transaction each, with all indexes. Ratios are fixed here; accounts are not written.
 */
export async function appendByNumber(
  pool: Pool,
  random: Random,
  stored: number,
  sizes: readonly { readonly batch: number; readonly batches: number }[],
): Promise<readonly Appended[]> {
  const ledger = await ensureLedger(pool, 'ETH', 'USDC');
  const numbered = new NumberedLedger(random, Math.ceil(stored / 3));
  const client = await pool.connect();
  try {
    await inOne(client, async () => {
      await lockLedger(client, ledger.id);
      await loadAsset(client, ledger, { transfers: numbered.records(stored), accounts: () => [newAccount(1, 'one')] });
    });
    const appended: Appended[] = [];
    for (const { batch, batches } of sizes) {
      const server = await processorOf(client);
      const own = process.cpuUsage();
      const began = performance.now();
      for (let done = 0; done < batches; done += 1) {
        await inOne(client, () => insertTransfers(client, ledger.id, numbered.records(batch)));
      }
      const seconds = (performance.now() - began) / 1000;
      const { user, system } = process.cpuUsage(own);
      const records = batch * batches;
      appended.push({
        ...{ batch, records, seconds, ownMicroseconds: (user + system) / records },
        serverMicroseconds: (server() * 1e6) / records,
      });
    }
    return appended;
  } finally {
    client.release();
  }
}

async function inOne(client: PoolClient, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  await work();
  await client.query('COMMIT');
}
