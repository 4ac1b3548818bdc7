import type { Label } from '@assay/exposure';
import type { Manifest } from '../files/manifest.ts';
import { readGroups } from '../files/read-parquet.ts';
import { AppendFiles } from './append-files.ts';
import { IdRanges } from './id-ranges.ts';
import { LabelSlots, packFacts } from './label-slots.ts';
import { bufferOf, type PassPlan } from './pass-plan.ts';

/** The labels of addresses, in the state of one moment. */
export interface PassLabels {
  labelsOf(network: Manifest['network'], addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
}

/** Bytes before the address of an entry of an address file: id and length. */
export const ADDRESS_HEAD = 16;
const LABELS_PER_READ = 5_000;

export interface LabelledAccounts {
  readonly sets: readonly (readonly Label[])[];
  readonly partOf: (id: number) => number;
}

/** Divides the account ids of a set of segments into ranges that fit into memory one at a time. */
export async function divideAccounts(
  folder: string,
  manifest: Manifest,
  plan: PassPlan,
): Promise<(id: number) => number> {
  const ranges = new IdRanges();
  for (const { accounts } of manifest.segments) {
    for await (const { rows, account } of readGroups(folder, accounts, 'accounts', ['account'])) {
      for (let row = 0; row < rows; row += 1) ranges.add(Number(account[row]));
    }
  }
  return ranges.divide(plan.partitions);
}

/**
 * Sorts the accounts of all segments by ranges of ids: their addresses, and what labels say of them. Returns every
 * set of labels, in the order of slots.
 */
export async function labelAccounts(
  folder: string,
  manifest: Manifest,
  work: { readonly dir: string; readonly plan: PassPlan; readonly partOf: (id: number) => number },
  labels: PassLabels,
  signal: AbortSignal,
): Promise<readonly (readonly Label[])[]> {
  const buffer = bufferOf(work.plan, 2 * work.plan.partitions);
  const [addresses, facts] = [
    new AppendFiles(work.dir, 'addresses', buffer),
    new AppendFiles(work.dir, 'facts', buffer),
  ];
  const slots = new LabelSlots();
  const encoder = new TextEncoder();
  const columns = ['account', 'address', 'role', 'opening_unread'] as const;
  for (const segment of manifest.segments) {
    for await (const group of readGroups(folder, segment.accounts, 'accounts', columns)) {
      for (let first = 0; first < group.rows; first += LABELS_PER_READ) {
        signal.throwIfAborted();
        const size = Math.min(LABELS_PER_READ, group.rows - first);
        const texts = Array.from({ length: size }, (_, index) => String(group.address[first + index]));
        const found = await labels.labelsOf(manifest.network, texts);
        for (const [index, text] of texts.entries()) {
          const row = first + index;
          const id = Number(group.account[row]);
          const part = work.partOf(id);
          appendAddress(addresses, part, id, encoder.encode(text));
          const packed = packFacts(
            slots.factsOf(String(group.role[row]), found[index] ?? [], group.opening_unread[row] === true),
          );
          if (packed !== 0) appendFacts(facts, part, id, packed);
        }
      }
    }
  }
  addresses.flush();
  facts.flush();
  return slots.sets;
}

function appendAddress(files: AppendFiles, part: number, id: number, address: Uint8Array): void {
  const size = ADDRESS_HEAD + Math.ceil(address.length / 8) * 8;
  const room = files.room(part, size);
  room.doubles[room.used / 8] = id;
  room.words[room.used / 4 + 2] = address.length;
  room.bytes.set(address, room.used + ADDRESS_HEAD);
  room.used += size;
}

function appendFacts(files: AppendFiles, part: number, id: number, packed: number): void {
  const room = files.room(part, 16);
  room.doubles[room.used / 8] = id;
  room.words[room.used / 4 + 2] = packed;
  room.used += 16;
}
