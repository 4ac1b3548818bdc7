import { FEE_SINK, ISSUER, type NodeId } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import { accountsTable } from '../ledgers/asset-tables.store.ts';
import { continues, type Ledger, type RecordsState } from '../ledgers/ledger.store.ts';

/** Above this number of labelled addresses, accounts are read by their number, batch by batch. */
const MOST_LABELLED = 250_000;
const ADDRESSES_PER_CALL = 20_000;
const ACCOUNTS_PER_CALL = 20_000;
/** Former states that are known to be of the same history; of an older one, accounts are read again. */
const MOST_STATES = 100;

/**
 * Which accounts of a transfer ledger have any label, by number: nearly every account that a walk reaches has none, and
 * its address need not be looked up. Numbers are assigned while the ledger is locked, so a transaction that sees a
 * number sees every lower one. An account never changes its address: what was read once is valid for every later state
 * of the records. A failover or a restore that loses the last changes ends that: other accounts get their numbers.
 */
export class LabelledAccounts {
  readonly #ledgerId: number;
  readonly #labelled: ReadonlySet<string>;
  /** Addresses of labelled accounts, of the issuer and of the fee sink. */
  readonly #named = new Map<NodeId, string>();
  /** Accounts up to this number have been read. */
  #until = 0;
  /** States of the records that this is valid for, oldest first: the last change by revision. */
  readonly #states = new Map<number, string | null>();
  #newest: RecordsState;

  private constructor(ledger: Ledger, labelled: ReadonlySet<string>) {
    this.#ledgerId = ledger.id;
    this.#labelled = labelled;
    this.#newest = ledger;
    this.#note(ledger);
  }

  /**
   * @param db must read the state of `ledger`
   * @param labelled addresses with any label, the same set as long as none changes; null where it has too many
   */
  static async of(db: Db, ledger: Ledger, labelled: ReadonlySet<string>): Promise<LabelledAccounts | null> {
    if (labelled.size > MOST_LABELLED) return null;
    const byLedger = KNOWN.get(labelled) ?? new Map<number, Promise<LabelledAccounts>>();
    KNOWN.set(labelled, byLedger);
    for (let known = byLedger.get(ledger.id); known !== undefined; known = byLedger.get(ledger.id)) {
      // A read that another one began may fail with its transaction, which says nothing of this one.
      const accounts = await known.catch(() => null);
      if (accounts !== null && (await accounts.#isOf(db, ledger))) return accounts;
      // Unless another call has begun to read them again meanwhile.
      if (byLedger.get(ledger.id) === known) break;
    }
    const accounts = new LabelledAccounts(ledger, labelled);
    const reading = accounts.#readAll(db).then(() => accounts);
    byLedger.set(ledger.id, reading);
    // A failed read is not cached.
    reading.catch(() => {
      if (byLedger.get(ledger.id) === reading) byLedger.delete(ledger.id);
    });
    return reading;
  }

  /** Whether what was read is valid for a state of the records. */
  async #isOf(db: Db, ledger: Ledger): Promise<boolean> {
    const { revision, lastChange } = ledger;
    const known = this.#states.get(revision);
    if (known !== undefined) return known === lastChange;
    if (!(await continues(db, ledger, this.#newest))) return false;
    this.#note(ledger);
    return true;
  }

  #note({ revision, lastChange }: RecordsState): void {
    this.#states.set(revision, lastChange);
    const [oldest] = this.#states.keys();
    if (this.#states.size > MOST_STATES && oldest !== undefined) this.#states.delete(oldest);
    if (revision > this.#newest.revision) this.#newest = { revision, lastChange };
  }

  /** Reads accounts that were added since, when one of these is among them. */
  async reach(db: Db, nodes: readonly NodeId[]): Promise<void> {
    if (nodes.some((node) => node > this.#until)) await this.#readOn(db);
  }

  /** The account's address; null where it has no label, undefined where that is not known. */
  nameOf(node: NodeId): string | null | undefined {
    return this.#named.get(node) ?? (node > this.#until ? undefined : null);
  }

  async #readAll(db: Db): Promise<void> {
    const last = await db.query({
      name: `transfers-last-account-${this.#ledgerId}`,
      text: `SELECT max(id) AS id FROM ${accountsTable(this.#ledgerId)} WHERE ledger_id = $1`,
      values: [this.#ledgerId],
    });
    const addresses = [...this.#labelled, FEE_SINK, ISSUER];
    for (let start = 0; start < addresses.length; start += ADDRESSES_PER_CALL) {
      const found = await db.query({
        name: `transfers-accounts-of-addresses-${this.#ledgerId}`,
        text: `SELECT id, address FROM ${accountsTable(this.#ledgerId)}
                WHERE ledger_id = $1 AND address = ANY ($2::text[])`,
        values: [this.#ledgerId, addresses.slice(start, start + ADDRESSES_PER_CALL)],
      });
      for (const { id, address } of found.rows) this.#named.set(Number(id), address);
    }
    this.#until = Number(last.rows[0]?.id ?? 0);
  }

  async #readOn(db: Db): Promise<void> {
    const found = await db.query({
      name: `transfers-accounts-after-${this.#ledgerId}`,
      text: `SELECT id, address FROM ${accountsTable(this.#ledgerId)}
              WHERE ledger_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      values: [this.#ledgerId, this.#until, ACCOUNTS_PER_CALL],
    });
    for (const { id, address } of found.rows) {
      const isNamed = this.#labelled.has(address) || address === FEE_SINK || address === ISSUER;
      if (isNamed) this.#named.set(Number(id), address);
    }
    this.#until = Math.max(this.#until, Number(found.rows.at(-1)?.id ?? 0));
  }
}

/** By the set of labelled addresses they were read for, which identifies one state of the labels of one database. */
const KNOWN = new WeakMap<ReadonlySet<string>, Map<number, Promise<LabelledAccounts>>>();
