import type { AccountFacts, NodeId, Position } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { accountsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { type FactsRow, labelledFacts } from './account-facts.store.ts';

interface Found {
  readonly ids: ReadonlyMap<Position, string>;
  readonly accounts: ReadonlyMap<NodeId, FactsRow>;
}

/** What evidence names: transactions by their record and accounts by their number; read together in one round trip. */
export class AccountEvidence {
  readonly #client: PoolClient;
  readonly #labels: LabelsPort;
  readonly #ledger: Ledger;
  #positions: readonly Position[] = [];
  #nodes: readonly NodeId[] = [];
  #asking: Promise<Found> | null = null;

  constructor(client: PoolClient, labels: LabelsPort, ledger: Ledger) {
    this.#client = client;
    this.#labels = labels;
    this.#ledger = ledger;
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    if (positions.length === 0) return [];
    this.#positions = [...this.#positions, ...positions];
    const { ids } = await this.#askSoon();
    return positions.map((position) => {
      const id = ids.get(position);
      if (id === undefined) throw new Error(`No record is at position ${position}`);
      return id;
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    if (nodes.length === 0) return [];
    this.#nodes = [...this.#nodes, ...nodes];
    const { accounts } = await this.#askSoon();
    return labelledFacts(this.#labels, this.#ledger, nodes, accounts);
  }

  /** One query for all requests of this turn of the event loop. */
  #askSoon(): Promise<Found> {
    this.#asking ??= new Promise((resolve) => {
      setImmediate(() => {
        resolve(this.#ask(this.#positions, this.#nodes));
        this.#positions = [];
        this.#nodes = [];
        this.#asking = null;
      });
    });
    return this.#asking;
  }

  async #ask(positions: readonly Position[], nodes: readonly NodeId[]): Promise<Found> {
    const { id } = this.#ledger;
    const found = await this.#client.query({
      name: `transfers-evidence-${id}`,
      text: `SELECT position, transaction_id, NULL::bigint, NULL::text, NULL::boolean
               FROM ${transfersTable(id)} WHERE ledger_id = $1 AND position = ANY ($2::bigint[])
             UNION ALL
             SELECT NULL, address, id, role, opening_unread
               FROM ${accountsTable(id)} WHERE ledger_id = $1 AND id = ANY ($3::bigint[])`,
      values: [id, positions, nodes],
      rowMode: 'array',
    });
    const ids = new Map<Position, string>();
    const accounts = new Map<NodeId, FactsRow>();
    // A transaction id with its position, or an account with its number.
    for (const [position, text, account, role, isUnread] of found.rows) {
      if (account === null) ids.set(Number(position), text);
      else
        accounts.set(Number(account), {
          id: account,
          address: text,
          role: role ?? 'account',
          opening_unread: isUnread === true,
        });
    }
    return { ids, accounts };
  }
}
