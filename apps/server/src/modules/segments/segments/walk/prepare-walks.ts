import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../files/manifest.ts';
import { repeatedAccount } from '../files/read-parquet.ts';
import { AppendFiles } from '../pass/append-files.ts';
import { IdTable } from '../pass/id-table.ts';
import { divideAccounts, labelAccounts, type PassLabels } from '../pass/label-accounts.ts';
import { readFacts } from '../pass/link-windows.ts';
import { type Sorted, sortedAddresses } from '../pass/sorted-entries.ts';
import { requireWholeSegments } from '../verify-segments.ts';
import { emptyWorkFolder } from '../work-folder.ts';
import { ACCOUNT_BYTES, accountBytes } from './account-table.ts';
import { type AddressPart, AddressTableWriter } from './address-table.ts';
import { AscendingIds } from './ascending-ids.ts';
import { FileWriter } from './file-writer.ts';
import { RecordLinks } from './link-records.ts';
import { WALK_FILES, type WalkFiles } from './walk-files.ts';
import type { WalkPlan } from './walk-plan.ts';
import { writeRecords } from './write-records.ts';

export interface PrepareWalks {
  /** Of the segments. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Some 64 bytes a record and 90 an account; the caller removes it. */
  readonly dir: string;
  readonly plan: WalkPlan;
  /** Whether transactions are kept, which version 2 of the method asks for. */
  readonly hasTransactions: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** What segments do not say of accounts, in the state of one moment. */
export interface WalkLabels extends PassLabels {
  /** Numbers of the accounts whose history is not whole, ascending. */
  incomplete(): AsyncIterable<readonly number[]>;
}

/**
 * Writes the records of segments with the links that walks follow, so that a step reads one row: files for a
 * `SegmentStore`, made within the memory of the plan. They are made again by each call, from segments that are compared
 * with their digests: linking costs little beside the walks, and nothing would say what became of files of an earlier
 * call.
 */
export async function prepareWalks(request: PrepareWalks, labels: WalkLabels): Promise<WalkFiles> {
  const { folder, manifest, dir, plan, hasTransactions, signal, onProgress } = request;
  await requireWholeSegments(folder, manifest, signal, onProgress);
  await emptyWorkFolder(dir);
  onProgress('sorting accounts');
  const passPlan = { windowAccounts: 0, windowRecords: 0, ...plan.parts };
  const partOf = await divideAccounts(folder, manifest, passPlan);
  onProgress('reading labels');
  const sets = await labelAccounts(folder, manifest, { dir, plan: passPlan, partOf }, labels, signal);
  await writeRecords({ ...request, partOf });
  return { dir, network: manifest.network, sets, addressParts: await joinAccounts(request, labels), hasTransactions };
}

/** Writes the table of accounts, their addresses and the table by address, in the order of ids; links the records. */
async function joinAccounts(
  { dir, plan, manifest, signal, onProgress }: PrepareWalks,
  labels: WalkLabels,
): Promise<readonly AddressPart[]> {
  const pathOf = (name: keyof typeof WALK_FILES): string => path.join(dir, WALK_FILES[name]);
  const [accounts, texts] = [new FileWriter(pathOf('accounts')), new FileWriter(pathOf('addresses'))];
  const table = new AddressTableWriter(dir, manifest.accounts);
  const links = new RecordLinks(dir, plan, manifest.records, signal);
  const incomplete = new AscendingIds(labels.incomplete());
  const encoder = new TextEncoder();
  const kinds = [new AppendFiles(dir, 'addresses', 8), new AppendFiles(dir, 'facts', 8)];
  for (let part = 0; part < plan.parts.partitions; part += 1) {
    const addresses = sortedAddresses(dir, part);
    const packed = readFacts(kinds[1]?.pathOf(part) ?? '');
    const ids = numbered(addresses);
    const first = accounts.length / ACCOUNT_BYTES;
    const facts = Uint32Array.from({ length: ids.count }, (_, account) => packed.packedOf(ids.ids[account] ?? 0));
    const ends = await links.visitRange(part, { ids, first, factsOf: (account) => facts[account] ?? 0 });
    for (let at = 0; at < addresses.count; at += 1) {
      if (at % 1_000 === 0) signal.throwIfAborted();
      const [id, address] = [addresses.idAt(at), addresses.at(at)];
      if (incomplete.isBehind(id)) await incomplete.advance(id);
      table.add(address, first + at);
      const bytes = encoder.encode(address);
      accounts.write(
        accountBytes({
          ...{ firstIn: ends.firstIn[at] ?? 0, lastIn: ends.lastIn[at] ?? 0, inCount: ends.inCount[at] ?? 0 },
          ...{ firstOut: ends.firstOut[at] ?? 0, lastOut: ends.lastOut[at] ?? 0, outCount: ends.outCount[at] ?? 0 },
          ...{ facts: facts[at] ?? 0, addressAt: texts.length, addressLength: bytes.length },
          isComplete: !incomplete.has(id),
        }),
      );
      texts.write(bytes);
    }
    for (const files of kinds) await rm(files.pathOf(part), { force: true });
    onProgress(`joining accounts, ${Math.floor((100 * (part + 1)) / plan.parts.partitions)}%`);
  }
  accounts.close();
  texts.close();
  await incomplete.close();
  await links.finish((done) => onProgress(`linking records, ${Math.floor(100 * done)}%`));
  return table.finish(pathOf('table'));
}

/** Numbers accounts in the order of their ids. */
function numbered(addresses: Sorted<string>): IdTable {
  const ids = new IdTable(addresses.count);
  for (let at = 0; at < addresses.count; at += 1) {
    const id = addresses.idAt(at);
    if (ids.add(id) !== at) throw repeatedAccount(id);
  }
  return ids;
}
