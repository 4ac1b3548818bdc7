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
import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inSnapshot } from '../../../../platform/db/transactions.ts';
import { ledgerPool } from '../../placement/in-ledger.ts';
import { readTransactions } from '../coin-records.store.ts';
import { findLedger, type Ledger, listAllLedgers } from '../ledgers/ledger.store.ts';
import type { DerivePorts, LabelsPort } from '../transfers.ports.ts';
import { changedAccounts } from './changed-accounts.ts';
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

const PAYERS_PER_READ = 500;

export type AssetOfLedger = Pick<Ledger, 'network' | 'ticker'>;

/**
 * Derives deposit addresses and unlabelled services from an asset's records and stores them as labels, all at once.
 * Records and given labels are read from one state of the database. Where only given labels have changed since the
 * stored ones were derived, only the accounts are read that the change reaches. Returns the number of accounts whose
 * labels were derived; null where those of all were.
 */
export async function deriveLabels(
  pool: Pool,
  { given, sink }: DerivePorts,
  { network, ticker }: AssetOfLedger,
  signal: AbortSignal,
): Promise<number | null> {
  const former = await sink.basisOf(network, ticker);
  const { basis, derived, among } = await inSnapshot(pool, async (client) => {
    const labels = given(client);
    const ledger = await ledgerOf(client, { network, ticker });
    const basisAt = await basisOf(client, ledger);
    const changed = await changedAccounts(client, labels, ledger, former, basisAt);
    return { basis: basisAt(await labels.version()), ...(await deriveAll(client, labels, ledger, signal, changed)) };
  });
  const labels = derived.map(({ address, label: { entity, category, confidence, source } }) => ({
    ...{ address, entity, category, confidence, source },
  }));
  if (among === null || former === null) {
    await sink.replaceDerivedLabels(network, ticker, labels, basis);
    return null;
  }
  // Another process was faster: the caller looks again.
  await sink.changeDerivedLabels(network, ticker, { addresses: among, labels, former }, basis);
  return among.length;
}

async function ledgerOf(client: PoolClient, { network, ticker }: AssetOfLedger): Promise<Ledger> {
  const ledger = await findLedger(client, network, ticker);
  if (ledger === null) throw new Error(`No ledger holds ${ticker} on ${network}`);
  return ledger;
}

/** What the labels would be derived from now, at a version of the given labels, in one text. */
async function basisOf(client: PoolClient, ledger: Ledger): Promise<(version: string) => string> {
  const contracts = await countContracts(client, ledger.network);
  const known = contracts === 0 ? '' : `, contracts ${contracts}`;
  return (version) => `method ${METHOD_VERSION}, labels ${version}, records ${ledger.revision}${known}`;
}

/** The present basis of this asset's derived labels, in one text. */
export function presentBasis(pool: Pool, { given }: DerivePorts, asset: AssetOfLedger): Promise<string> {
  return inSnapshot(pool, async (client) => {
    const basisAt = await basisOf(client, await ledgerOf(client, asset));
    return basisAt(await given(client).version());
  });
}

interface DerivedSet {
  readonly address: string;
  readonly label: Label;
}

/** @param among accounts of an account network; null for all of any */
async function deriveAll(
  client: PoolClient,
  given: LabelsPort,
  ledger: Ledger,
  signal: AbortSignal,
  among: readonly NodeId[] | null,
): Promise<{ readonly derived: readonly DerivedSet[]; readonly among: readonly string[] | null }> {
  const known = await readKnown(client, given, ledger, signal, among);
  const isUtxo = NETWORKS[ledger.network].ledger === 'utxo';
  const derived = new Map<NodeId, Label>();
  const payers = isUtxo
    ? await coinPayersOf(client, known.services)
    : await payersOf(client, ledger, known.services, among);
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
    for (const { node, counterparties } of await manyCounterparties(client, ledger, SERVICE_COUNTERPARTIES, among)) {
      const rest = { labelled: !known.isOpen(node), contract: false, payments: 0, outflow: 0n, toEntities: [] };
      const label = derived.has(node) ? null : deriveLabel({ ...rest, counterparties });
      if (label !== null) derived.set(node, label);
    }
    for (const node of await contractsOf(client, ledger, among)) {
      const rest = { labelled: !known.isOpen(node), payments: 0, outflow: 0n, toEntities: [], counterparties: 0 };
      const label = derived.has(node) ? null : deriveLabel({ ...rest, contract: true });
      if (label !== null) derived.set(node, label);
    }
  }
  const addressOf = (node: NodeId) => known.addresses.get(node) ?? '';
  return {
    derived: [...derived].map(([node, label]) => ({ address: addressOf(node), label })),
    among: among?.map(addressOf) ?? null,
  };
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

/**
 * Derives labels again for every asset whose records or given labels have changed since, or whose labels were derived
 * by another method; where only given labels have changed, only of the accounts that the change reaches. Call it after
 * each change of records or given labels. Without a change it costs a few small queries per asset. The next call repairs
 * what an interrupted one left. Of several calls at once, the last to write checks again.
 */
export async function refreshDerivedLabels(
  pool: Pool,
  ports: DerivePorts,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const asset of await listAllLedgers(pool)) {
    const server = await ledgerPool(pool, asset);
    while ((await ports.sink.basisOf(asset.network, asset.ticker)) !== (await presentBasis(server, ports, asset))) {
      signal.throwIfAborted();
      progress(`deriving labels from ${asset.ticker} on ${asset.network}`);
      await deriveLabels(server, ports, asset, signal);
    }
  }
}
