import { orderTransactions, type RawTransaction } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { ensureAccounts } from '../accounts/accounts.store.ts';
import { type Ledger, openForWriting, raiseRevision } from '../ledgers/ledger.store.ts';
import type { AppendResult } from './append-transfers.ts';
import { noteCreated, noteMoved, noteNew, noteRemoved, noteSpent } from './cluster-changes.store.ts';
import {
  deleteTransactions,
  ensureTransactions,
  holdTransactions,
  type OutputFact,
  ownersOf,
  readBlocks,
  recountOwners,
  type SpentFact,
  transactionsFromBlock,
  writeCreated,
  writePlaces,
  writeSpent,
} from './coins.store.ts';

/** A position is block times this, plus the rank in the block. */
export const RANKS_PER_BLOCK = 2 ** 20;

/**
 * Appends transactions of a UTXO network, in any order: nothing stored depends on what came before but the place in
 * the block. An input without owner or value takes them from the records, now or when its creating transaction
 * arrives. Must run inside a transaction.
 */
export async function appendCoins(
  client: PoolClient,
  ledger: Ledger,
  transactions: readonly RawTransaction[],
): Promise<AppendResult> {
  await openForWriting(client, ledger.id);
  if (transactions.length === 0) return { added: 0, duplicates: 0, ignored: 0, removed: 0 };
  const named = new Set<string>();
  const addresses = new Set<string>();
  const byId = new Map<string, RawTransaction>();
  for (const raw of transactions) {
    named.add(raw.transactionId);
    // Two rewards of Bitcoin's first years came twice with the same id (BIP 30): the first is the record.
    const same = byId.get(raw.transactionId);
    if (same === undefined || raw.block < same.block) byId.set(raw.transactionId, raw);
    for (const input of raw.inputs) {
      named.add(input.transactionId);
      if (input.owner !== null) addresses.add(input.owner);
    }
    for (const output of raw.outputs) if (output.owner !== null) addresses.add(output.owner);
  }
  const rows = await ensureTransactions(client, ledger.id, [...named]);
  const accounts = await ensureAccounts(client, ledger.id, [...addresses]);
  const idOf = (transactionId: string): number => known(rows.get(transactionId), transactionId).id;
  const ownerOf = (address: string | null): number | null =>
    address === null ? null : known(accounts.get(address), address).id;
  const created: OutputFact[] = [];
  const spent = new Map<string, SpentFact>();
  for (const raw of byId.values()) {
    const id = idOf(raw.transactionId);
    for (const output of raw.outputs) {
      created.push({ createdBy: id, index: output.index, owner: ownerOf(output.owner), amount: output.amount });
    }
    for (const [inputIndex, input] of raw.inputs.entries()) {
      const createdBy = idOf(input.transactionId);
      const owner = ownerOf(input.owner);
      spent.set(`${createdBy}:${input.index}`, {
        createdBy,
        index: input.index,
        owner,
        amount: input.amount,
        spentBy: id,
        inputIndex,
      });
    }
  }
  const appended = [...byId.values()].map((raw) => ({ id: idOf(raw.transactionId), raw }));
  await holdTransactions(client, appended);
  const held = appended.filter(({ raw }) => rows.get(raw.transactionId)?.held === true).map(({ id }) => id);
  const duplicates = held.length;
  await noteCreated(client, ledger.id, created, held);
  let news = await writeCreated(client, created);
  await noteSpent(client, ledger.id, [...spent.values()], held);
  news += await writeSpent(client, [...spent.values()]);
  if (news > 0 || duplicates < byId.size) {
    const ids = appended.map(({ id }) => id);
    const isHeld = new Set(held);
    await noteNew(
      client,
      ledger.id,
      ids.filter((id) => !isHeld.has(id)),
    );
    await placeBlocks(client, ledger, [...new Set(transactions.map(({ block }) => block))], ids);
    await recountOwners(client, ledger.id, await ownersOf(client, ids));
    await raiseRevision(client, ledger.id, byId.size - duplicates);
  }
  return {
    added: byId.size - duplicates,
    duplicates: duplicates + transactions.length - byId.size,
    ignored: 0,
    removed: 0,
  };
}

/** Takes back the blocks from `block` on. Must run inside a transaction. */
export async function undoCoinBlocks(client: PoolClient, ledger: Ledger, block: number): Promise<{ removed: number }> {
  await openForWriting(client, ledger.id);
  const ids = await transactionsFromBlock(client, ledger.id, block);
  if (ids.length === 0) return { removed: 0 };
  const owners = await ownersOf(client, ids);
  await noteRemoved(client, ledger.id, ids);
  await deleteTransactions(client, ids);
  await recountOwners(client, ledger.id, owners);
  await raiseRevision(client, ledger.id, -ids.length);
  return { removed: ids.length };
}

async function placeBlocks(
  client: PoolClient,
  ledger: Ledger,
  blocks: readonly number[],
  appended: readonly number[],
): Promise<void> {
  const members = await readBlocks(client, ledger.id, blocks);
  const byId = new Map(members.map((member) => [member.id, member]));
  const ordered = orderTransactions(members, ({ parents }) =>
    parents.map((id) => byId.get(id)).filter((parent) => parent !== undefined),
  );
  const places: { id: number; position: number }[] = [];
  for (const [block, inBlock] of Map.groupBy(ordered, (member) => member.block)) {
    if (inBlock.length > RANKS_PER_BLOCK) throw new RangeError(`Block ${block} holds too many transactions`);
    for (const [rank, member] of inBlock.entries()) {
      const position = block * RANKS_PER_BLOCK + rank;
      if (member.position !== position) places.push({ id: member.id, position });
    }
  }
  await writePlaces(client, places, appended);
  const moved = places.filter(({ id }) => (byId.get(id)?.position ?? null) !== null).map(({ id }) => id);
  if (moved.length > 0) await noteMoved(client, ledger.id, moved);
}

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} was not made`);
  return value;
}
