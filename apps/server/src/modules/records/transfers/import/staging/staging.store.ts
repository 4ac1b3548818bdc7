import type { NetworkId } from '@assay/domain';
import { TRANSFER_KINDS } from '@assay/exposure';
import { copyBinary, copyRows, type PoolClient } from '../../../../../platform/db/index.ts';
import { markContracts } from '../../contract-marks.store.ts';
import { touchLedgerOf } from '../../ledgers/ledger.store.ts';
import type { EvmFacts, StagedItem } from '../formats/staged-item.ts';

type Of<W extends StagedItem['what']> = Extract<StagedItem, { readonly what: W }>;

/**
 * The COMMIT of this transaction does not wait for the disk. A crash of the database may take the last batches, each with
 * its checkpoint, which the next checkpoint of the file, or the end of reading, finds out.
 */
export async function commitWithoutDisk(client: PoolClient): Promise<void> {
  await client.query('SET LOCAL synchronous_commit = off');
}

/** Writes the content of a batch of rows into staging, where it stays until every file was read. */
export async function stageItems(client: PoolClient, importId: number, items: readonly StagedItem[]): Promise<void> {
  const of = <W extends StagedItem['what']>(what: W): Of<W>[] =>
    items.filter((item): item is Of<W> => item.what === what);
  await stageTransfers(client, importId, of('transfer'));
  await stageOpenings(client, importId, of('opening'));
  await stageCoins(client, importId, of('coins'));
  await writeBlocks(client, of('evm-block'));
  await writeContracts(client, of('evm-contract'));
  for (const [network, facts] of Map.groupBy(of('evm-transaction'), (item) => item.network)) {
    await writeEvmFacts(client, importId, network, mergeFacts(facts.map((item) => item.facts)));
  }
}

const TRANSFER_COLUMNS = [
  'import_id',
  'network',
  'ticker',
  'time',
  'block',
  'transaction_index',
  'transaction_id',
  'kind',
  'record_index',
  'ordinal',
  'from_address',
  'to_address',
  'amount',
] as const;

async function stageTransfers(client: PoolClient, importId: number, items: readonly Of<'transfer'>[]): Promise<void> {
  if (items.length === 0) return;
  const target = { table: 'staged_transfers', columns: TRANSFER_COLUMNS };
  await copyBinary(client, target, items, (row, { network, ticker, time, transfer: t }) => {
    row.int8(importId).text(network).text(ticker).int8(time).int8(t.block).int4(t.transactionIndex);
    row.text(t.transactionId).int2(TRANSFER_KINDS.indexOf(t.kind)).int4(t.index).int4(t.ordinal);
    row.text(t.from).text(t.to).numeric(t.amount);
  });
}

async function stageOpenings(client: PoolClient, importId: number, items: readonly Of<'opening'>[]): Promise<void> {
  // A later row about the same account corrects an earlier one.
  const last = new Map(items.map((item) => [`${item.network} ${item.ticker} ${item.address}`, item]));
  if (last.size === 0) return;
  const rows = [...last.values()];
  await client.query(
    `INSERT INTO staged_openings (import_id, network, ticker, address, amount)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::numeric[])
     ON CONFLICT (import_id, network, ticker, address) DO UPDATE SET amount = excluded.amount`,
    [
      importId,
      rows.map((row) => row.network),
      rows.map((row) => row.ticker),
      rows.map((row) => row.address),
      rows.map((row) => row.amount.toString()),
    ],
  );
}

async function stageCoins(client: PoolClient, importId: number, items: readonly Of<'coins'>[]): Promise<void> {
  await copyRows(
    client,
    'COPY staged_coin_transactions (import_id, network, block, block_index, body) FROM STDIN',
    items,
    ({ network, transaction }) => [
      importId,
      network,
      transaction.block,
      transaction.transactionIndex,
      JSON.stringify(transaction, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ],
  );
}

async function writeBlocks(client: PoolClient, items: readonly Of<'evm-block'>[]): Promise<void> {
  const rows = [...new Map(items.map((item) => [`${item.network} ${item.number}`, item])).values()];
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO evm_blocks (network, number, time)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING`,
    [rows.map((row) => row.network), rows.map((row) => row.number), rows.map((row) => row.time)],
  );
}

async function writeContracts(client: PoolClient, items: readonly Of<'evm-contract'>[]): Promise<void> {
  for (const [network, contracts] of Map.groupBy(items, (item) => item.network))
    await markContracts(
      client,
      network,
      contracts.map(({ address }) => address),
    );
}

function mergeFacts(facts: readonly EvmFacts[]): EvmFacts[] {
  const merged = new Map<string, EvmFacts>();
  for (const one of facts) {
    const before = merged.get(one.hash);
    const to = one.to ?? before?.to;
    merged.set(one.hash, { ...before, ...one, ...(to === undefined ? {} : { to }) });
  }
  return [...merged.values()];
}

const EVM_COLUMNS = [
  ['from_address', 'text'],
  ['to_address', 'text'],
  ['value', 'numeric'],
  ['gas_price', 'numeric'],
  ['gas_used', 'numeric'],
  ['effective_gas_price', 'numeric'],
  ['status', 'smallint'],
  ['contract_address', 'text'],
] as const;

/**
 * Adds the facts of a file to the stored ones; a transaction is only written when that changes something. Checks read them
 * as soon as they are stored: whether a transaction failed, and whether parts of native transfers are lacking.
 */
async function writeEvmFacts(
  client: PoolClient,
  importId: number,
  network: NetworkId,
  facts: readonly EvmFacts[],
): Promise<void> {
  const names = EVM_COLUMNS.map(([name]) => name);
  const { rowCount } = await client.query(
    `INSERT INTO evm_transactions AS t (network, import_id, hash, block, transaction_index, ${names.join(', ')},
                                        has_receipt, has_traces)
     SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[], $5::int[],
       ${EVM_COLUMNS.map(([, type], at) => `$${at + 6}::${type}[]`).join(', ')}, $14::boolean[], $15::boolean[])
     ON CONFLICT (network, hash) DO UPDATE SET
       ${names.map((name) => `${name} = coalesce(excluded.${name}, t.${name})`).join(', ')},
       has_receipt = t.has_receipt OR excluded.has_receipt, has_traces = t.has_traces OR excluded.has_traces,
       dirty = true, import_id = excluded.import_id
     WHERE t.dirty OR excluded.has_receipt > t.has_receipt OR excluded.has_traces > t.has_traces
        OR ${names.map((name) => `coalesce(excluded.${name}, t.${name}) IS DISTINCT FROM t.${name}`).join(' OR ')}`,
    [
      network,
      importId,
      facts.map((f) => f.hash),
      facts.map((f) => f.block),
      facts.map((f) => f.transactionIndex),
      facts.map((f) => f.from ?? null),
      facts.map((f) => f.to ?? null),
      facts.map((f) => f.value?.toString() ?? null),
      facts.map((f) => f.gasPrice?.toString() ?? null),
      facts.map((f) => f.gasUsed?.toString() ?? null),
      facts.map((f) => f.effectiveGasPrice?.toString() ?? null),
      facts.map((f) => f.status ?? null),
      facts.map((f) => f.contract ?? null),
      facts.map((f) => f.hasReceipt === true),
      facts.map((f) => f.hasTraces === true),
    ],
  );
  if (rowCount !== 0) await touchLedgerOf(client, network);
}
