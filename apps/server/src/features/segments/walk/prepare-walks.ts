import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Label } from '@assay/exposure';
import type { Manifest } from '../files/manifest.ts';
import { repeatedAccount, unnamedAccount } from '../files/read-parquet.ts';
import { AppendFiles } from '../pass/append-files.ts';
import { divideAccounts, labelAccounts, type PassLabels } from '../pass/label-accounts.ts';
import { readFacts } from '../pass/link-windows.ts';
import { sortedAddresses } from '../pass/sorted-entries.ts';
import { requireWholeSegments } from '../verify-segments.ts';
import { type AccountSpan, mergeRuns } from './account-runs.ts';
import { ACCOUNT_BYTES, accountBytes, IDS_EVERY } from './account-table.ts';
import { type AddressPart, AddressTableWriter } from './address-table.ts';
import { AscendingIds } from './ascending-ids.ts';
import { FileWriter } from './file-writer.ts';

import { type SortedRuns, sortRecords } from './sort-records.ts';
import { WALK_FILES, type WalkFiles } from './walk-files.ts';
import type { WalkPlan } from './walk-plan.ts';

export interface PrepareWalks {
  /** Of the segments. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Some 100 bytes a record and 150 an account; the caller removes it. */
  readonly dir: string;
  readonly plan: WalkPlan;
  /** Changes with every change of method and labels. */
  readonly basis: string;
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

const PREPARED = 'walks.json';

interface Prepared {
  readonly basis: string;
  readonly sets: readonly (readonly Label[])[];
  readonly ids: readonly number[];
  readonly addressParts: readonly AddressPart[];
}

/**
 * Sorts the records of segments by account, so that walks find an account's records beside each other: files for a
 * `SegmentStore`, made within the memory of the plan. What an earlier call made for the same basis is used again.
 */
export async function prepareWalks(request: PrepareWalks, labels: WalkLabels): Promise<WalkFiles> {
  const { folder, manifest, dir, plan, hasTransactions, signal, onProgress } = request;
  const basis = JSON.stringify([request.basis, manifest.set, manifest.lastPosition, hasTransactions]);
  const former = readPrepared(dir);
  if (former?.basis === basis) return filesOf(request, former);
  await requireWholeSegments(folder, manifest, signal, onProgress);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  onProgress('sorting accounts');
  const passPlan = { windowAccounts: 0, windowRecords: 0, ...plan.parts };
  const partOf = await divideAccounts(folder, manifest, passPlan);
  onProgress('reading labels');
  const sets = await labelAccounts(folder, manifest, { dir, plan: passPlan, partOf }, labels, signal);
  const runs = await sortRecords(request);
  onProgress('joining accounts');
  const { ids, addressParts } = await joinAccounts(request, runs, labels);
  const prepared = { basis, sets, ids, addressParts };
  writeFileSync(path.join(dir, `${PREPARED}.new`), JSON.stringify(prepared));
  renameSync(path.join(dir, `${PREPARED}.new`), path.join(dir, PREPARED));
  return filesOf(request, prepared);
}

function filesOf({ dir, manifest, hasTransactions }: PrepareWalks, { sets, ids, addressParts }: Prepared): WalkFiles {
  return { dir, network: manifest.network, sets, ids: Float64Array.from(ids), addressParts, hasTransactions };
}

function readPrepared(dir: string): Prepared | null {
  try {
    // A file of this process's own making: the same version wrote it, as its basis says.
    return JSON.parse(readFileSync(path.join(dir, PREPARED), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the table of accounts, their addresses and the table by address; all of them in the order of ids. */
async function joinAccounts(
  { dir, plan, manifest, signal }: PrepareWalks,
  runs: SortedRuns,
  labels: WalkLabels,
): Promise<{ readonly ids: readonly number[]; readonly addressParts: readonly AddressPart[] }> {
  const pathOf = (name: keyof typeof WALK_FILES): string => path.join(dir, WALK_FILES[name]);
  const inflows = new Spans(mergeRuns(dir, 'inflows', runs.inflows, pathOf('inflows')));
  const outflows = new Spans(mergeRuns(dir, 'outflows', runs.outflows, pathOf('outflows')));
  const [accounts, texts] = [new FileWriter(pathOf('accounts')), new FileWriter(pathOf('addresses'))];
  const table = new AddressTableWriter(dir, manifest.accounts);
  const incomplete = new AscendingIds(labels.incomplete());
  const ids: number[] = [];
  const encoder = new TextEncoder();
  const kinds = [new AppendFiles(dir, 'addresses', 8), new AppendFiles(dir, 'facts', 8)];
  for (let part = 0; part < plan.parts.partitions; part += 1) {
    const addresses = sortedAddresses(dir, part);
    const facts = readFacts(kinds[1]?.pathOf(part) ?? '');
    for (let at = 0; at < addresses.count; at += 1) {
      if (at % 1_000 === 0) signal.throwIfAborted();
      const [id, address] = [addresses.idAt(at), addresses.at(at)];
      if (at > 0 && addresses.idAt(at - 1) === id) throw repeatedAccount(id);
      if (incomplete.isBehind(id)) await incomplete.advance(id);
      const index = accounts.length / ACCOUNT_BYTES;
      if (index % IDS_EVERY === 0) ids.push(id);
      table.add(address, index);
      const bytes = encoder.encode(address);
      const [came, went] = [inflows.take(id), outflows.take(id)];
      accounts.write(
        accountBytes({
          ...{ id, inStart: came.start, inCount: came.count, outStart: went.start, outCount: went.count },
          ...{ facts: facts.packedOf(id), addressAt: texts.length, addressLength: bytes.length },
          isComplete: !incomplete.has(id),
        }),
      );
      texts.write(bytes);
    }
    for (const files of kinds) await rm(files.pathOf(part), { force: true });
  }
  inflows.end();
  outflows.end();
  accounts.close();
  texts.close();
  await incomplete.close();
  return { ids, addressParts: table.finish(pathOf('table')) };
}

/** Spans of accounts in the order of ids, taken one after the other. */
class Spans {
  readonly #spans: Generator<AccountSpan>;
  #next: AccountSpan | null;

  constructor(spans: Generator<AccountSpan>) {
    this.#spans = spans;
    this.#next = nextOf(spans);
  }

  take(id: number): Pick<AccountSpan, 'start' | 'count'> {
    const found = this.#next;
    if (found === null || found.id > id) return { start: 0, count: 0 };
    if (found.id < id) throw unnamedAccount(found.id);
    this.#next = nextOf(this.#spans);
    return found;
  }

  end(): void {
    if (this.#next !== null) throw unnamedAccount(this.#next.id);
  }
}

function nextOf(spans: Generator<AccountSpan>): AccountSpan | null {
  const next = spans.next();
  return next.done === true ? null : next.value;
}
