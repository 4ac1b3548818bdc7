import { validateAddress } from '@assay/address';
import { isProtectedAddress } from '@assay/domain';
import { ISSUER, type RawInput, type RawOutput } from '@assay/exposure';
import { z } from 'zod';
import type { CoinNetworkId } from '../../../formats/coin-networks.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { CoinsAsk, CoinTransaction } from '../../../sources/sources.ports.ts';
import { malformed } from '../common/read-rows.ts';

const LARGEST_MONEY = 2n ** 63n;

/**
 * Reads a provider's JSON by its schema. Text that is not JSON (a truncated answer), or that has a wrong or missing
 * field, is `malformed` with the provider's name and the first such field. Numbers beyond 2^53 are refused, never
 * rounded.
 *
 * @example
 * provider.ask(request, call, (text) => readText('blockstream', Outspends, text));
 */
export function readText<Schema extends z.ZodType>(provider: string, schema: Schema, text: string): z.output<Schema> {
  return readAnswer(provider, parseJson(provider, text), schema);
}

/** Base units as a JSON number: an integer below 2^53, beyond which JSON parsers round. */
export const amountNumber = z
  .int()
  .nonnegative()
  .transform((value) => BigInt(value));

/** Base units as decimal text. */
export const amountText = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform((value) => BigInt(value))
  .refine((value) => value < LARGEST_MONEY);

/** A height, an index or a count. */
export const wholeNumber = z.int().nonnegative();

/** Id of a transaction or block. */
export const hash = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .toLowerCase();

/**
 * Refuses an impossible transaction: every coin is spent once, and every coin has an origin.
 *
 * @throws SourceError `malformed`
 */
export function assertPossible(
  provider: string,
  at: string,
  inputs: readonly RawInput[],
  outputs: readonly RawOutput[],
): void {
  const outpoints = new Set(inputs.map(({ transactionId, index }) => `${transactionId}:${index}`));
  if (outpoints.size < inputs.length) throw malformed(provider, `${at}vin`);
  if (sumOf(outputs) > sumOf(inputs)) throw malformed(provider, `${at}vout`);
}

function sumOf(coins: readonly { readonly amount: bigint | null }[]): bigint {
  return coins.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

/**
 * The party that an address of a coin network represents in the records, in canonical form; null where the text is not
 * an address of the network.
 */
export function coinParty(network: CoinNetworkId, text: string): string | null {
  const verdict = validateAddress(text, network);
  if (!verdict.ok) return null;
  return isProtectedAddress(network, verdict.canonical) ? ISSUER : verdict.canonical;
}

/** Newest first and without duplicates, whatever the order of the input. */
export function orderPage(transactions: readonly CoinTransaction[]): readonly CoinTransaction[] {
  const byId = new Map(transactions.map((one) => [one.transaction.transactionId, one]));
  return [...byId.values()].toSorted((a, b) => b.transaction.block - a.transaction.block);
}

/** The transactions between the requested heights; for providers that cannot filter. */
export function withinHeights(
  { since, until }: Pick<CoinsAsk, 'since' | 'until'>,
  transactions: readonly CoinTransaction[],
): readonly CoinTransaction[] {
  return transactions.filter(
    ({ transaction: { block } }) => (since === null || block >= since) && (until === null || block <= until),
  );
}

/** A confirmed transaction of a UTXO network, as a look-up answers it. */
export function confirmedCoins(provider: string, { transaction }: CoinTransaction): SeenTransaction {
  const { transactionId: id, block, time } = transaction;
  return { is: 'confirmed', id, block, time, content: { ledger: 'utxo', transaction }, provider };
}

/** A transaction that waits for a block: the coins that it would spend and create. */
export function pendingCoins(
  provider: string,
  id: string,
  { inputs, outputs }: { readonly inputs: readonly RawInput[]; readonly outputs: readonly RawOutput[] },
): SeenTransaction {
  const moves = [
    ...inputs.map(({ owner, amount }) => ({ contract: null, from: owner, to: null, amount: amount ?? 0n })),
    ...outputs.map(({ owner, amount }) => ({ contract: null, from: null, to: owner, amount })),
  ];
  return { is: 'pending', id, moves, coins: { inputs, outputs }, provider };
}
