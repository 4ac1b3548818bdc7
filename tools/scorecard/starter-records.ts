import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type AssessmentInput,
  type ExposureStore,
  exposureOf,
  type Label,
  type RawInput,
  type RawOutput,
  type RawTransaction,
  type RawTransfer,
} from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { buildUnmovedInput, CHECK_TIME } from './no-records.ts';
import type { RealCase } from './real-cases.ts';
import { readStarterLabels } from './starter-labels.ts';

const FOLDER = new URL('../../apps/server/starter/transfers/', import.meta.url);
const MILLISECONDS = 1000;

/** What the engine is asked for one real address; the records and labels are the shipped ones. */
export async function buildRealInput(one: RealCase, leaveOut: boolean): Promise<AssessmentInput> {
  const labels = labelsOf(one.network);
  const known = leaveOut ? new Map([...labels].filter(([address]) => address !== one.address)) : labels;
  const found = await exposureOf(openStore(one.network, known), one.address);
  if (found === null) return buildUnmovedInput(one.address, known.get(one.address) ?? []);
  return { ...found, incomingUsd: null, outgoingUsd: null, now: CHECK_TIME, sources: 'ok', notes: [] };
}

const labelsByNetwork = new Map<string, ReadonlyMap<string, readonly Label[]>>();

/** Read once a run: every case asks for them twice. */
function labelsOf(network: string): ReadonlyMap<string, readonly Label[]> {
  const known = labelsByNetwork.get(network);
  if (known !== undefined) return known;
  const own = readStarterLabels().filter((entry) => entry.network === network);
  const labels = new Map(own.map((entry) => [entry.address, entry.labels]));
  labelsByNetwork.set(network, labels);
  return labels;
}

function openStore(network: RealCase['network'], labels: ReadonlyMap<string, readonly Label[]>): ExposureStore {
  return network === 'BTC'
    ? new MemoryUtxoStore({ network, labels, transactions: readTransactions('btc-transactions.jsonl.gz') })
    : new MemoryAccountStore({ network, labels, transfers: readTransfers('eth-transfers.csv.gz', 'ETH') });
}

function linesOf(file: string): readonly string[] {
  return gunzipSync(readFileSync(new URL(file, FOLDER)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The documented plain CSV; without receipts and traces these are payments in the chain's own coin. */
function readTransfers(file: string, asset: string): readonly RawTransfer[] {
  const [head = '', ...lines] = linesOf(file);
  const columns = head.split(',');
  return lines.flatMap((line) => {
    const cells = new Map(line.split(',').map((cell, index) => [columns[index] ?? '', cell]));
    const cell = (name: string) => cells.get(name) ?? '';
    if (cell('asset') !== asset) return [];
    return {
      block: Number(cell('block')),
      transactionIndex: numberOf(cell('transaction_index')),
      transactionId: cell('transaction'),
      kind: 'native',
      index: numberOf(cell('sequence')),
      ordinal: 0,
      from: cell('from'),
      to: cell('to'),
      amount: BigInt(cell('amount')),
      time: timeOf(cell('time')),
    };
  });
}

/** bitcoin-etl's fields. */
function readTransactions(file: string): readonly RawTransaction[] {
  return linesOf(file).map((line) => {
    const row: EtlTransaction = JSON.parse(line);
    return {
      transactionId: row.hash,
      block: row.block_number,
      transactionIndex: row.index ?? null,
      time: row.block_timestamp,
      coinbase: row.is_coinbase,
      inputs: row.inputs.map(
        (input): RawInput => ({
          transactionId: input.spent_transaction_hash,
          index: input.spent_output_index,
          owner: ownerOf(input.addresses),
          amount: input.value === undefined || input.value === null ? null : BigInt(input.value),
        }),
      ),
      outputs: row.outputs.map(
        (output): RawOutput => ({
          index: output.index,
          owner: ownerOf(output.addresses),
          amount: BigInt(output.value),
        }),
      ),
    };
  });
}

interface EtlTransaction {
  readonly hash: string;
  readonly block_number: number;
  readonly block_timestamp: number;
  readonly index?: number | null;
  readonly is_coinbase: boolean;
  readonly inputs: readonly {
    readonly spent_transaction_hash: string;
    readonly spent_output_index: number;
    readonly addresses?: readonly string[];
    readonly value?: number | null;
  }[];
  readonly outputs: readonly {
    readonly index: number;
    readonly addresses?: readonly string[];
    readonly value: number;
  }[];
}

/** An output that several keys share names nobody. */
function ownerOf(addresses: readonly string[] | undefined): string | null {
  return addresses?.length === 1 ? (addresses[0] ?? null) : null;
}

function numberOf(cell: string): number | null {
  return cell === '' ? null : Number(cell);
}

function timeOf(cell: string): number {
  return /^\d+$/.test(cell) ? Number(cell) : Math.floor(Date.parse(cell) / MILLISECONDS);
}
