import type { NetworkId } from '@assay/domain';
import type { Direction, NodeId, PageAsk } from '@assay/exposure';
import type { Flow, FlowPage, FlowParty, FlowStore, FlowSubject } from '@assay/exposure/version-3';
import { type PoolClient, prepared, type RowLists } from '../../../../platform/db/index.ts';
import { accountFacts, partyFacts } from '../accounts/account-facts.store.ts';
import { PageRequests, type Place, placeOf, valuesOf } from '../accounts/account-pages.store.ts';
import { roleOf } from '../accounts/parties.ts';
import { flowsTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import { type RecordsHeld, storedLedger } from '../ledgers/records-held.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { ledgersOfNetwork } from './flow-ledgers.store.ts';
import { readParts, transactionIdsOfFlows } from './flow-parts.store.ts';
import { flowOf, isPool } from './flow-row.ts';

/**
 * Opens the netted flows of an account ledger on a client that reads one unchanging state of the database (`inSnapshot`).
 * Null where no record is held, or no flows were built.
 */
export async function openFlows(
  client: PoolClient,
  labels: LabelsPort,
  network: NetworkId,
  ticker: string,
): Promise<{ readonly store: FlowStore; readonly held: RecordsHeld } | null> {
  const found = await storedLedger(client, network, ticker);
  if (found === null) return null;
  const own = (await ledgersOfNetwork(client, network)).find(({ id }) => id === found.ledger.id);
  return own?.hasFlows === true ? { store: postgresFlows(client, labels, found), held: found.held } : null;
}

/** As walks of transfers have it: rows cost more than asks. */
const READING = { batchSize: 512, pageLimit: 8 } as const;

interface Opened {
  readonly ledger: Ledger;
  /** Whether any account of the ledger has an opening that was not read. */
  readonly hasUnreadOpenings: boolean;
}

/**
 * The netted flows of an account ledger over PostgreSQL, as version 3 of the method walks them. `client` must stay inside
 * one repeatable-read transaction while the store is used: that is what hides appends from a walk. Positions are places
 * among the flows alone, and node ids those of accounts.
 *
 * @param labels given labels, with those of the same key on other networks (docs/method/3, section 2), and no derived ones
 */
function postgresFlows(client: PoolClient, labels: LabelsPort, { ledger, hasUnreadOpenings }: Opened): FlowStore {
  const pages = new FlowPages(client, ledger.id);
  return {
    ledger: 'account',
    network: ledger.network,
    pageOptions: READING,
    subject: (address) => subjectOf(client, labels, ledger, address),
    page: (direction, asks, limit) => pages.page(direction, asks, limit),
    accounts: (nodes) => partiesOf(nodes, (accounts) => accountFacts(client, labels, ledger, accounts)),
    ...(hasUnreadOpenings
      ? {}
      : {
          parties: (nodes: readonly NodeId[]) =>
            partiesOf(nodes, (accounts) => partyFacts(client, labels, ledger, accounts)),
        }),
    transactionIds: (positions) => transactionIdsOfFlows(client, ledger.id, positions),
    parts: (numbers) => readParts(client, ledger.id, numbers),
  };
}

type Facts = Awaited<ReturnType<typeof partyFacts>>[number];

/** Accounts are read, pools are known by their numbers. */
async function partiesOf(
  nodes: readonly NodeId[],
  read: (accounts: readonly NodeId[]) => Promise<readonly Facts[]>,
): Promise<readonly FlowParty[]> {
  const found = await read([...new Set(nodes.filter((node) => !isPool(node)))]);
  const byNode = new Map(found.map((facts) => [facts.node, facts]));
  return nodes.map((node) => {
    if (isPool(node)) return { node, address: null, role: 'pool', labels: [], isSample: false };
    const facts = byNode.get(node);
    if (facts === undefined) throw new Error(`No account has the id ${node}`);
    const { address, role, labels, openingUnread } = facts;
    return { node, address, role, labels, isSample: openingUnread };
  });
}

async function subjectOf(
  client: PoolClient,
  labels: LabelsPort,
  ledger: Ledger,
  address: string,
): Promise<FlowSubject | null> {
  const { rows } = await client.query(
    prepared(
      `SELECT a.id, a.opening, a.opening_known, a.opening_unread, a.first_time, a.last_time, f.first_shortfall
         FROM accounts a LEFT JOIN flow_accounts f ON f.ledger_id = $1 AND f.id = a.id
        WHERE a.ledger_id = $1 AND a.address = $2 AND a.first_time IS NOT NULL`,
      [ledger.id, address],
    ),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const [known = []] = await labels.labelsOf(ledger.network, [address]);
  return {
    node: Number(row.id),
    address,
    role: roleOf(address),
    labels: known,
    isSample: row.opening_unread,
    opening: row.opening_known ? BigInt(row.opening) : null,
    firstShortfall: row.first_shortfall === null ? null : Number(row.first_shortfall),
    // No source states a balance of a ledger that is imported.
    differsFromStated: false,
    firstTime: row.first_time === null ? null : Number(row.first_time),
    lastTime: row.last_time === null ? null : Number(row.last_time),
  };
}

/**
 * The number of the request, from 1 for backward requests and from -1 for forward ones; then position, the account or pool
 * at the far end, amount, inflow share, covered, ranks of the transaction and of the part, and marks.
 */
type PageRow = RowLists[ReturnType<typeof pagesText>];

/** Pages of the flows of an account ledger, each from one covering index. */
class FlowPages {
  readonly #client: PoolClient;
  readonly #ledgerId: number;
  readonly #requests = new PageRequests<Flow>((back, on) => this.#read(back, on));

  constructor(client: PoolClient, ledgerId: number) {
    this.#client = client;
    this.#ledgerId = ledgerId;
  }

  page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly FlowPage[]> {
    return this.#requests.page(direction, asks, limit);
  }

  async #read(back: readonly Place<Flow>[], on: readonly Place<Flow>[]): Promise<void> {
    const answer = await this.#client.query({
      name: `flows-pages-${this.#ledgerId}`,
      text: pagesText(this.#ledgerId),
      values: [...valuesOf(back), ...valuesOf(on)],
      rowMode: 'array',
    });
    for (const row of answer.rows) keep(row, back, on);
  }
}

function keep(row: PageRow, back: readonly Place<Flow>[], on: readonly Place<Flow>[]): void {
  const { place, isBack } = placeOf(Number(row[0]), back, on);
  const near = place.ask.node;
  const far = Number(row[2]);
  place.records.push(
    flowOf({
      position: Number(row[1]),
      from: isBack ? far : near,
      to: isBack ? near : far,
      amount: BigInt(row[3]),
      inflowShare: row[4],
      covered: row[5],
      transactionRank: row[6],
      partRank: row[7],
      marks: row[8],
    }),
  );
}

function pagesText(ledgerId: number) {
  return `SELECT ask.at, r.position, r.far, r.amount, r.inflow_share, r.covered, r.transaction_rank, r.part_rank, r.marks
            FROM unnest($1::bigint[], $2::bigint[], $3::int[]) WITH ORDINALITY AS ask (node, position, most, at)
           CROSS JOIN LATERAL (
                 SELECT f.position, f.from_id AS far, f.amount, f.inflow_share, f.covered, f.transaction_rank,
                        f.part_rank, f.marks
                   FROM ${flowsTable(ledgerId)} f
                  WHERE f.to_id = ask.node AND f.position <= ask.position
                  ORDER BY f.position DESC LIMIT ask.most) AS r
           UNION ALL
          SELECT -ask.at, r.position, r.far, r.amount, r.inflow_share, r.covered, r.transaction_rank, r.part_rank, r.marks
            FROM unnest($4::bigint[], $5::bigint[], $6::int[]) WITH ORDINALITY AS ask (node, position, most, at)
           CROSS JOIN LATERAL (
                 SELECT f.position, f.to_id AS far, f.amount, f.inflow_share, f.covered, f.transaction_rank,
                        f.part_rank, f.marks
                   FROM ${flowsTable(ledgerId)} f
                  WHERE f.from_id = ask.node AND f.position >= ask.position
                  ORDER BY f.position ASC LIMIT ask.most) AS r` as const;
}
