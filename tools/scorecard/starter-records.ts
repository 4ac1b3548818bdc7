import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { RawInput, RawOutput, RawTransaction, RawTransfer } from '@assay/exposure';

const FOLDER = new URL('../../apps/server/starter/transfers/', import.meta.url);
const MILLISECONDS = 1000;

function linesOf(file: string): readonly string[] {
  return gunzipSync(readFileSync(new URL(file, FOLDER)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** One asset of the documented plain CSV; without receipts and traces these are payments in the chain's own coin. */
export function readTransfers(file: string, asset: string): readonly RawTransfer[] {
  const [head = '', ...lines] = linesOf(file);
  const columns = head.split(',');
  return lines.flatMap((line) => {
    const cells = new Map(line.split(',').map((cell, index) => [columns[index] ?? '', cell]));
    const cell = (name: string) => cells.get(name) ?? '';
    if (cell('asset') !== asset) return [];
    const time = timeOf(cell('time'));
    return {
      // Where no block is stated, the records of a second are in the order of their ids.
      block: cell('block') === '' ? time : Number(cell('block')),
      transactionIndex: numberOf(cell('transaction_index')),
      transactionId: cell('transaction'),
      kind: 'native',
      index: numberOf(cell('sequence')),
      ordinal: 0,
      from: cell('from'),
      to: cell('to'),
      amount: BigInt(cell('amount')),
      time,
    };
  });
}

/** A file with bitcoin-etl's fields. */
export function readTransactions(file: string): readonly RawTransaction[] {
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
