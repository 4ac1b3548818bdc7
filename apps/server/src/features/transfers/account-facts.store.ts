import { NETWORKS } from '@assay/domain';
import type { AccountFacts, Label, NodeId, SubjectFacts } from '@assay/exposure';
import type { Db } from '../../db/index.ts';
import type { Ledger } from './ledger.store.ts';
import type { LabelsPort } from './transfers.ports.ts';

interface FactsRow {
  readonly id: string;
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  readonly opening_unread: boolean;
}

interface SubjectRow extends FactsRow {
  readonly inflows: number;
  readonly outflows: number;
  readonly first_time: string | null;
  readonly last_time: string | null;
  readonly short: boolean;
  readonly opening_known: boolean;
}

/** What pages said of accounts they met, without labels. */
export type MetAccounts = Map<NodeId, Omit<AccountFacts, 'labels'>>;

/**
 * Facts and labels of accounts, in the order asked: one query for those not met yet, one call for all their labels.
 */
export async function accountFacts(
  db: Db,
  labels: LabelsPort,
  ledger: Ledger,
  nodes: readonly NodeId[],
  met: MetAccounts = new Map(),
): Promise<readonly AccountFacts[]> {
  if (nodes.length === 0) return [];
  const missing = nodes.filter((node) => !met.has(node));
  if (missing.length > 0) {
    const found = await db.query<FactsRow>({
      name: 'transfers-account-facts',
      text: `SELECT id, address, role, opening_unread
               FROM accounts WHERE ledger_id = $2 AND id = ANY ($1::bigint[])`,
      values: [missing, ledger.id],
    });
    for (const row of found.rows) met.set(Number(row.id), factsOf(row, []));
  }
  const facts = nodes.map((node) => {
    const known = met.get(node);
    if (known === undefined) throw new Error(`No account has the id ${node}`);
    return known;
  });
  const known = await labels.labelsOf(
    ledger.network,
    facts.map(({ address }) => address),
  );
  return facts.map((own, at) => ({ ...own, labels: known[at] ?? [] }));
}

/** The account of an address with its counters, null when no record mentions it. */
export async function subjectFacts(
  db: Db,
  labels: LabelsPort,
  ledger: Ledger,
  address: string,
): Promise<SubjectFacts | null> {
  const found = await db.query<SubjectRow>({
    name: 'transfers-subject-facts',
    text: `SELECT id, address, role, opening_unread, inflows, outflows, first_time, last_time, short, opening_known
             FROM accounts WHERE ledger_id = $1 AND address = $2 AND first_time IS NOT NULL`,
    values: [ledger.id, address],
  });
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

/** A native coin of an EVM chain also moves inside contract calls and as fees, which plain transactions do not tell. */
export async function lacksNativeParts(db: Db, ledger: Ledger): Promise<boolean> {
  if (NETWORKS[ledger.network].native !== ledger.ticker) return false;
  const found = await db.query<{ lacking: boolean }>({
    name: 'transfers-lacks-native-parts',
    text: `SELECT EXISTS (SELECT FROM evm_transactions
                           WHERE network = $1 AND NOT (has_receipt AND has_traces)) AS lacking`,
    values: [ledger.network],
  });
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
