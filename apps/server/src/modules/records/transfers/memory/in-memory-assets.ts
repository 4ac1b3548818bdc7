import { NETWORKS, type NetworkId } from '@assay/domain';
import { MemoryLimitError } from '@assay/exposure';
import { formatCount } from '@assay/wording';
import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { messageOf } from '../../../../platform/kernel/text/message-of.ts';
import { inLedgerSnapshot } from '../../placement/in-ledger.ts';
import { findLedger, type Ledger, listAllLedgers } from '../ledgers/ledger.store.ts';
import { identityOf } from './follow-columns.store.ts';
import { InMemoryLedger, type LedgerReading } from './in-memory-ledger.ts';
import type { InMemoryAssetsPorts } from './in-memory-store.ts';

/** After this many new records, the file on disk is written again. */
const KEEP_EVERY_RECORDS = 200_000;

export interface InMemoryLimits {
  readonly bytes: number;
  /** The assets to hold, in this order; null holds the largest that fit. */
  readonly assets: readonly { readonly network: NetworkId; readonly ticker: string }[] | null;
}

interface Held {
  readonly columns: InMemoryLedger;
  keptRecords: number;
}

/**
 * Assets in memory, as many as fit the setting: those it names, else the largest first. Each call of `look` updates them to their records and
 * labels in PostgreSQL. A caller that needs a state that is not in memory reads PostgreSQL.
 */
export class InMemoryAssets {
  readonly #pool: Pool;
  readonly #ports: InMemoryAssetsPorts;
  readonly #limits: InMemoryLimits;
  readonly #held = new Map<number, Held>();
  /** Assets that did not fit, with the revision; each is reported once. */
  readonly #refused = new Map<number, number>();

  constructor(pool: Pool, limits: InMemoryLimits, ports: InMemoryAssetsPorts) {
    this.#pool = pool;
    this.#limits = limits;
    this.#ports = ports;
  }

  /** The asset at a state of its records and of the labels; null where this state is not in memory. */
  read(ledger: Pick<Ledger, 'id' | 'revision' | 'lastChange'>, digest: string): LedgerReading | null {
    return this.#held.get(ledger.id)?.columns.read(ledger, digest) ?? null;
  }

  /** Updates the assets in memory once, and loads those that fit. */
  async look(signal: AbortSignal): Promise<void> {
    const ledgers = await listAllLedgers(this.#pool).catch(() => []);
    const wanted = ledgers
      .filter((ledger) => NETWORKS[ledger.network].ledger === 'account' && ledger.records > 0)
      .filter((ledger) => this.#rankOf(ledger) >= 0)
      .sort((a, b) => this.#rankOf(a) - this.#rankOf(b) || b.records - a.records);
    for (const ledger of wanted) {
      if (signal.aborted) return;
      await this.#bringUp(ledger, signal);
    }
  }

  async #bringUp({ id, network, ticker }: Ledger, signal: AbortSignal): Promise<void> {
    try {
      await inLedgerSnapshot(this.#pool, { network, ticker }, async (client) => {
        const ledger = await findLedger(client, network, ticker);
        if (ledger === null) return;
        const held = this.#held.get(id);
        if (held === undefined) await this.#takeIn(client, ledger, signal);
        else if (!(await held.columns.follow(client, await this.#ports.labels(client, ledger), ledger, signal))) {
          this.#held.delete(id);
          await this.#takeIn(client, ledger, signal);
        }
        await this.#keep(client, ledger);
      });
    } catch (error) {
      // It may be half changed: it is removed, and the next call of `look` loads it again.
      this.#held.delete(id);
      if (!signal.aborted) this.#ports.report(`records in memory: ${messageOf(error)}`);
    }
  }

  async #takeIn(client: PoolClient, ledger: Ledger, signal: AbortSignal): Promise<void> {
    if (this.#refused.get(ledger.id) === ledger.revision) return;
    const room = this.#limits.bytes - this.#bytes();
    const name = `${ledger.ticker} on ${ledger.network}`;
    try {
      const back = await this.#reload(client, ledger, room, signal);
      const columns = back ?? (await this.#load(client, ledger, room, signal));
      this.#held.set(ledger.id, { columns, keptRecords: -1 });
      this.#refused.delete(ledger.id);
      const { records, bytes } = columns;
      this.#ports.report(
        `${name} is ${back === null ? 'in' : 'back in'} memory: ${formatCount(records)} records, ${megabytes(bytes)} MB`,
      );
    } catch (error) {
      if (!(error instanceof MemoryLimitError)) throw error;
      this.#refused.set(ledger.id, ledger.revision);
      this.#ports.report(`${name} stays in PostgreSQL. ${error.message}`);
    }
  }

  async #load(client: PoolClient, ledger: Ledger, room: number, signal: AbortSignal): Promise<InMemoryLedger> {
    const labels = await this.#ports.labels(client, ledger);
    return InMemoryLedger.load(client, labels, ledger, { maxBytes: room, signal, onProgress: () => undefined });
  }

  /** From disk, updated to the present state of the database; null where that is not possible. */
  async #reload(client: PoolClient, ledger: Ledger, room: number, signal: AbortSignal): Promise<InMemoryLedger | null> {
    const kept = (await this.#ports.files?.read(fileOf(ledger))) ?? null;
    if (kept === null || kept.identity !== (await identityOf(client, ledger))) return null;
    const columns = InMemoryLedger.from(kept.parts, kept.state, room);
    const isUpToDate = await columns.follow(client, await this.#ports.labels(client, ledger), ledger, signal);
    return isUpToDate ? columns : null;
  }

  async #keep(client: PoolClient, ledger: Ledger): Promise<void> {
    const { files } = this.#ports;
    const held = this.#held.get(ledger.id);
    if (files === null || held === undefined) return;
    const { records } = held.columns;
    if (held.keptRecords >= 0 && Math.abs(records - held.keptRecords) < KEEP_EVERY_RECORDS) return;
    const identity = await identityOf(client, ledger);
    if (identity === null) return;
    held.keptRecords = records;
    await held.columns.keep((parts, state) => files.write(fileOf(ledger), { identity, state, parts }));
  }

  /** Which comes first; negative for an asset that is not to be held. */
  #rankOf({ network, ticker }: Ledger): number {
    const { assets } = this.#limits;
    return assets === null ? 0 : assets.findIndex((one) => one.network === network && one.ticker === ticker);
  }

  #bytes(): number {
    let bytes = 0;
    for (const { columns } of this.#held.values()) bytes += columns.bytes;
    return bytes;
  }
}

function fileOf({ network, ticker }: Ledger): string {
  return `${network}-${ticker}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
