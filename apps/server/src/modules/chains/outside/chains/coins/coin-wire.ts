import type { RawInput, RawOutput } from '@assay/exposure';
import { z } from 'zod';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import { malformed } from '../common/read-answer.ts';

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

const LARGEST_MONEY = 2n ** 63n;

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
