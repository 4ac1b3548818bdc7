import { NETWORKS } from '@assay/domain';
import type { AccountFacts, Label, NodeId, PartyFacts, SubjectFacts } from '@assay/exposure';
import { type Db, prepared } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { LabelledAccounts } from './labelled-accounts.store.ts';
import { roleOf } from './parties.ts';

export interface FactsRow {
  readonly id: string;
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  readonly opening_unread: boolean;
}

/** Facts and labels of accounts, in the order of `nodes`: one query for the facts, one call for all labels. */
export async function accountFacts(
  db: Db,
  labels: LabelsPort,
  ledger: Ledger,
  nodes: readonly NodeId[],
): Promise<readonly AccountFacts[]> {
  if (nodes.length === 0) return [];
  const found = await db.query(
    prepared(
      `SELECT id, address, role, opening_unread
             FROM accounts WHERE ledger_id = $2 AND id = ANY ($1::bigint[])`,
      [nodes, ledger.id],
    ),
  );
  return labelledFacts(labels, ledger, nodes, new Map(found.rows.map((row) => [Number(row.id), row])));
}

/** Rows in the order of `nodes`, with all their labels in one call. */
export async function labelledFacts(
  labels: LabelsPort,
  ledger: Ledger,
  nodes: readonly NodeId[],
  rows: ReadonlyMap<NodeId, FactsRow>,
): Promise<readonly AccountFacts[]> {
  const asked = nodes.map((node) => {
    const row = rows.get(node);
    if (row === undefined) throw new Error(`No account has the id ${node}`);
    return row;
  });
  const known = await labels.labelsOf(
    ledger.network,
    asked.map(({ address }) => address),
  );
  return asked.map((row, at) => factsOf(row, known[at] ?? []));
}

/**
 * As `accountFacts`, for accounts that a walk reaches: an account without a label is not looked up and has no address
 * here. Only for a transfer ledger that has no unread opening balance.
 */
export async function partyFacts(
  db: Db,
  labels: LabelsPort,
  ledger: Ledger,
  nodes: readonly NodeId[],
): Promise<readonly PartyFacts[]> {
  const labelled = (await labels.labelled?.(ledger.network)) ?? null;
  const accounts = labelled === null ? null : await LabelledAccounts.of(db, ledger, labelled);
  if (accounts === null) return accountFacts(db, labels, ledger, nodes);
  await accounts.reach(db, nodes);
  const facts = new Map<NodeId, PartyFacts>();
  const named: { readonly node: NodeId; readonly address: string }[] = [];
  const unknown: NodeId[] = [];
  for (const node of nodes) {
    const address = accounts.nameOf(node);
    if (address === undefined) unknown.push(node);
    else if (address === null) facts.set(node, { ...PLAIN, node });
    else named.push({ node, address });
  }
  const known = await labels.labelsOf(
    ledger.network,
    named.map(({ address }) => address),
  );
  for (const [at, { node, address }] of named.entries()) {
    facts.set(node, { ...PLAIN, node, address, role: roleOf(address), labels: known[at] ?? [] });
  }
  for (const own of await accountFacts(db, labels, ledger, unknown)) facts.set(own.node, own);
  return nodes.flatMap((node) => facts.get(node) ?? []);
}

const PLAIN = { address: null, role: 'account', labels: [], openingUnread: false } as const;

/** The account of an address with its counters, null when no record mentions it. */
export async function subjectFacts(
  db: Db,
  labels: LabelsPort,
  ledger: Ledger,
  address: string,
): Promise<SubjectFacts | null> {
  const found = await db.query(
    prepared(
      `SELECT id, address, role, opening_unread, inflows, outflows, first_time, last_time, short, opening_known
             FROM accounts WHERE ledger_id = $1 AND address = $2 AND first_time IS NOT NULL`,
      [ledger.id, address],
    ),
  );
  const row = found.rows[0];
  if (row === undefined) return null;
  const [known] = await labels.labelsOf(ledger.network, [address]);
  return {
    ...factsOf(row, known ?? []),
    inflows: row.inflows,
    outflows: row.outflows,
    firstTime: row.first_time === null ? null : Number(row.first_time),
    lastTime: row.last_time === null ? null : Number(row.last_time),
    complete: (row.opening_known || (ledger.fromBeginning && !row.short)) && !(await lacksNativeParts(db, ledger)),
  };
}

/** A native coin of an EVM chain also moves inside contract calls and as fees, which plain transactions do not show. */
export async function lacksNativeParts(db: Db, ledger: Ledger): Promise<boolean> {
  if (NETWORKS[ledger.network].native !== ledger.ticker) return false;
  const found = await db.query(
    prepared(
      `SELECT EXISTS (SELECT FROM evm_transactions
                           WHERE network = $1 AND NOT (has_receipt AND has_traces)) AS lacking`,
      [ledger.network],
    ),
  );
  return found.rows[0]?.lacking === true;
}

function factsOf(row: FactsRow, labels: readonly Label[]): AccountFacts {
  return {
    node: Number(row.id),
    address: row.address,
    role: row.role,
    labels,
    openingUnread: row.opening_unread,
  };
}
