import { NETWORKS } from '@assay/domain';
import {
  deriveAccountLabels,
  deriveLabel,
  deriveUtxoLabels,
  type Label,
  METHOD_VERSION,
  type NodeId,
  SERVICE_COUNTERPARTIES,
  type TransactionRecord,
} from '@assay/exposure';
import type { Pool, PoolClient } from '../../../db/index.ts';
import { inSnapshot } from '../../../db/transactions.ts';
import { readTransactions } from '../coin-records.store.ts';
import { findLedger, type Ledger } from '../ledger.store.ts';
import type { DerivePorts, GivenLabelsPort, LabelsPort } from '../transfers.ports.ts';
import {
  busyOwners,
  coinPayersOf,
  contractsOf,
  countContracts,
  manyCounterparties,
  outflowsOf,
  payersOf,
  transactionsWith,
} from './derive.store.ts';
import { type Known, readKnown } from './read-known.ts';

export type AssetOfLedger = Pick<Ledger, 'network' | 'ticker'>;

const PAYERS_PER_READ = 500;

/**
 * Derives deposit addresses and unlabelled services from an asset's records and stores them as labels, all at once.
 * Records and given labels are read from one state of the database. Returns the number of derived labels.
 */
export async function deriveLabels(
  pool: Pool,
  { given, sink }: DerivePorts,
  asset: AssetOfLedger,
  signal: AbortSignal,
): Promise<number> {
  const { basis, labels } = await inSnapshot(pool, async (client) => {
    const labelsThen = given(client);
    const ledger = await ledgerOf(client, asset);
    return {
      basis: await basisOf(client, labelsThen, ledger),
      labels: await deriveAll(client, labelsThen, ledger, signal),
    };
  });
  await sink.replaceDerivedLabels(
    asset.network,
    asset.ticker,
    labels.map(({ address, label }) => ({
      address,
      entity: label.entity,
      category: label.category,
      confidence: label.confidence,
      source: label.source,
    })),
    basis,
  );
  return labels.length;
}

async function ledgerOf(client: PoolClient, { network, ticker }: AssetOfLedger): Promise<Ledger> {
  const ledger = await findLedger(client, network, ticker);
  if (ledger === null) throw new Error(`No ledger holds ${ticker} on ${network}`);
  return ledger;
}

async function basisOf(client: PoolClient, given: GivenLabelsPort, ledger: Ledger): Promise<string> {
  const contracts = await countContracts(client, ledger.network);
  const known = contracts === 0 ? '' : `, contracts ${contracts}`;
  return `method ${METHOD_VERSION}, labels ${await given.version()}, records ${ledger.revision}${known}`;
}

/** The present basis of this asset's derived labels, in one text. */
export function presentBasis(pool: Pool, { given }: DerivePorts, asset: AssetOfLedger): Promise<string> {
  return inSnapshot(pool, async (client) => basisOf(client, given(client), await ledgerOf(client, asset)));
}

interface DerivedSet {
  readonly address: string;
  readonly label: Label;
}

async function deriveAll(
  client: PoolClient,
  given: LabelsPort,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<readonly DerivedSet[]> {
  const known = await readKnown(client, given, ledger, signal);
  const isUtxo = NETWORKS[ledger.network].ledger === 'utxo';
  const derived = new Map<NodeId, Label>();
  const payers = isUtxo ? await coinPayersOf(client, known.services) : await payersOf(client, ledger, known.services);
  const candidates = payers.filter(known.isOpen);
  const derive = isUtxo ? deriveOwnerLabels : derivePayerLabels;
  for (let at = 0; at < candidates.length; at += PAYERS_PER_READ) {
    signal.throwIfAborted();
    await derive(client, known, candidates.slice(at, at + PAYERS_PER_READ), derived);
  }
  if (isUtxo) {
    for (const owner of await busyOwners(client, ledger, SERVICE_COUNTERPARTIES)) {
      signal.throwIfAborted();
      if (known.isOpen(owner) && !derived.has(owner)) await deriveOwnerLabels(client, known, [owner], derived);
    }
  } else {
    for (const { node, counterparties } of await manyCounterparties(client, ledger, SERVICE_COUNTERPARTIES)) {
      const rest = { labelled: !known.isOpen(node), contract: false, payments: 0, outflow: 0n, toEntities: [] };
      const label = derived.has(node) ? null : deriveLabel({ ...rest, counterparties });
      if (label !== null) derived.set(node, label);
    }
    for (const node of await contractsOf(client, ledger)) {
      const rest = { labelled: !known.isOpen(node), payments: 0, outflow: 0n, toEntities: [], counterparties: 0 };
      const label = derived.has(node) ? null : deriveLabel({ ...rest, contract: true });
      if (label !== null) derived.set(node, label);
    }
  }
  return [...derived].map(([node, label]) => ({ address: known.addresses.get(node) ?? '', label }));
}

async function derivePayerLabels(
  client: PoolClient,
  known: Known,
  payers: readonly NodeId[],
  derived: Map<NodeId, Label>,
): Promise<void> {
  const found = deriveAccountLabels(await outflowsOf(client, known.ledger, payers), known.facts, () => false);
  // Only a part of the records of other accounts is read here.
  for (const payer of payers) keep(derived, payer, found.get(payer));
}

async function deriveOwnerLabels(
  client: PoolClient,
  known: Known,
  owners: readonly NodeId[],
  derived: Map<NodeId, Label>,
): Promise<void> {
  const records = await readTransactions(client, await transactionsWith(client, owners));
  const held = records.filter((record): record is TransactionRecord => record !== null);
  const found = deriveUtxoLabels(held, known.facts);
  for (const owner of owners) keep(derived, owner, found.get(owner));
}

function keep(derived: Map<NodeId, Label>, node: NodeId, label: Label | undefined): void {
  if (label !== undefined) derived.set(node, label);
}
