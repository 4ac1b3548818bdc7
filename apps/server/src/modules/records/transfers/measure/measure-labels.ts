import { NETWORKS } from '@assay/domain';
import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inLedgerSnapshot } from '../../placement/index.ts';
import { readKnown } from '../derive/read-known.ts';
import { type Ledger, listAllLedgers } from '../ledger.store.ts';
import type { DerivePorts } from '../transfers.ports.ts';
import { Counts, MEASURED_RULES, MEASURES, type Measure, type MeasuredRule } from './counts.ts';
import { labelledNodes } from './labelled-nodes.ts';
import { measureClusters } from './measure-clusters.ts';
import { measureDeposits } from './measure-deposits.ts';
import type { Proportion } from './wilson.ts';

export interface MeasuredLabels extends Proportion {
  readonly network: string;
  readonly ticker: string;
  readonly rule: MeasuredRule;
  readonly measure: Measure;
}

/**
 * How right clusters and deposit addresses of method 2 are, measured on labelled addresses that the rules were not shown
 * (docs/operations/labels.md, 'How right derived labels are').
 *
 * @param network one network alone; null for all
 * @param keyOf the same for all spellings of one entity's name
 */
export async function measureLabels(
  pool: Pool,
  given: DerivePorts['given'],
  network: string | null,
  keyOf: (entity: string) => string,
  signal: AbortSignal,
): Promise<readonly MeasuredLabels[]> {
  const rows: MeasuredLabels[] = [];
  for (const ledger of await listAllLedgers(pool)) {
    if (network !== null && ledger.network !== network) continue;
    rows.push(
      ...(await inLedgerSnapshot(pool, ledger, (client) => measureLedger(client, given, ledger, keyOf, signal))),
    );
  }
  return rows;
}

async function measureLedger(
  client: PoolClient,
  given: DerivePorts['given'],
  ledger: Ledger,
  keyOf: (entity: string) => string,
  signal: AbortSignal,
): Promise<readonly MeasuredLabels[]> {
  const known = await readKnown(client, given(client), ledger, signal);
  const labelled = labelledNodes(known, keyOf);
  const counts = new Counts(keyOf);
  const isUtxo = NETWORKS[ledger.network].ledger === 'utxo';
  if (isUtxo) await measureClusters(client, known, labelled, counts, signal);
  await measureDeposits(client, known, labelled, counts, signal);
  return MEASURED_RULES.filter((rule) => rule !== 'cluster' || isUtxo).flatMap((rule) =>
    MEASURES.map((measure) => {
      return { network: ledger.network, ticker: ledger.ticker, rule, measure, ...counts.of(rule, measure) };
    }),
  );
}
