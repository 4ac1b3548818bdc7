import { z } from 'zod';
import { amountText, evmAddress, evmHash, hexWhole, parseJson, readAnswer, wholeText } from '../../../formats/wire.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { type ReadRows, readRows } from '../common/read-rows.ts';

/** One installation of Etherscan's API: Etherscan itself, Routescan, or a compatible one. */
export interface EtherscanOptions {
  readonly provider: Provider;
  /** Version 2 serves many chains at one URL; null where the URL serves one chain only. */
  readonly chainId: number | null;
  /** Rows per request: 1,000 on Etherscan's free plan. */
  readonly pageSize: number;
}

type Parameters = Readonly<Record<string, string>>;

const envelope = z.object({
  status: z.enum(['0', '1']),
  message: z.string().nullable(),
  result: z.unknown().optional(),
});
const refusal = z.object({ status: z.literal('0'), message: z.string().nullish(), result: z.unknown().optional() });
const failure = z.object({ error: z.object({ message: z.string() }) });

/** How APIs of this format say that a list has no rows: 'No transactions found', 'No records found'. */
const NONE_FOUND = /^no\b.*\bfound\b/i;

/** Rows of a list, all of them. The API reports 'no rows' as a failure with an empty list; here it is an empty list. */
export function askList<Row extends z.ZodType>(
  options: EtherscanOptions,
  parameters: Parameters,
  row: Row,
  call: SourceCall,
): Promise<z.output<Row>[]> {
  return ask(options, parameters, call, (raw) => {
    const { name } = options.provider;
    const { rows, isUnsaid } = rowsIn(name, raw);
    if (isUnsaid) throw unsaid(name);
    return readAnswer(name, rows, z.array(row), 'result');
  });
}

/** The rows of a list, and whether there were none although the API did not say that there are none. */
export interface HistoryRows<Row> extends ReadRows<Row> {
  readonly isUnsaid: boolean;
}

/**
 * Rows of a history, of which one that cannot be read spoils no other.
 *
 * @param identityOf as of `readRows`
 */
export function askRows<Row extends z.ZodType>(
  options: EtherscanOptions,
  parameters: Parameters,
  row: Row,
  identityOf: (row: z.output<Row>) => string | null,
  call: SourceCall,
): Promise<HistoryRows<z.output<Row>>> {
  return ask(options, parameters, call, (raw) => {
    const { name } = options.provider;
    const { rows, isUnsaid } = rowsIn(name, raw);
    return { ...readRows(rows, row, identityOf, (one) => one), isUnsaid };
  });
}

/** The error for an empty list that is not said to be one: an index that has nothing looks the same. */
export function unsaid(provider: string): SourceError {
  const reason = "it answered 'OK' without an entry, and did not say that there is none";
  return new SourceError({ kind: 'unavailable', provider, reason });
}

function rowsIn(name: string, raw: unknown): { readonly rows: readonly unknown[]; readonly isUnsaid: boolean } {
  const { status, message, result } = readAnswer(name, raw, envelope);
  const isNone = Array.isArray(result) && result.length === 0 && NONE_FOUND.test(message ?? '');
  if (status === '0' && !isNone) throw refusalOf(name, message ?? '', result);
  const rows = readAnswer(name, result, z.array(z.unknown()), 'result');
  return { rows, isUnsaid: rows.length === 0 && !isNone };
}

/** One value, such as a balance. */
export function askValue<Value extends z.ZodType>(
  options: EtherscanOptions,
  parameters: Parameters,
  value: Value,
  call: SourceCall,
): Promise<z.output<Value>> {
  return ask(options, parameters, call, (raw) => {
    const { name } = options.provider;
    const answer = readAnswer(name, raw, envelope);
    if (answer.status === '0') throw refusalOf(name, answer.message ?? '', answer.result);
    return readAnswer(name, answer.result, value, 'result');
  });
}

/** A call of the node behind the API, whose answers are passed on unchanged. */
export function askNode<Value extends z.ZodType>(
  options: EtherscanOptions,
  parameters: Parameters,
  value: Value,
  call: SourceCall,
): Promise<z.output<Value>> {
  return ask(options, { module: 'proxy', ...parameters }, call, (raw) => {
    const { name } = options.provider;
    const refused = refusal.safeParse(raw);
    if (refused.success) throw refusalOf(name, refused.data.message ?? '', refused.data.result);
    const failed = failure.safeParse(raw);
    if (failed.success) throw refusalOf(name, failed.data.error.message, null);
    const { result } = readAnswer(name, raw, z.object({ result: z.unknown() }));
    return readAnswer(name, result, value, 'result');
  });
}

function ask<T>(
  { provider, chainId }: EtherscanOptions,
  parameters: Parameters,
  call: SourceCall,
  read: (raw: unknown) => T,
): Promise<T> {
  const chain: Parameters = chainId === null ? {} : { chainid: String(chainId) };
  const request = { method: 'GET', path: '', query: { ...chain, ...parameters } } as const;
  return provider.ask(request, call, (text) => read(parseJson(provider.name, text)));
}

/** A refusal that was sent with status 200. */
function refusalOf(provider: string, message: string, result: unknown): SourceError {
  const words = `${message} ${typeof result === 'string' ? result : ''}`.trim();
  if (/rate limit|too many|max calls/i.test(words)) {
    return new SourceError({ kind: 'rate-limited', provider, retryAfterMs: null });
  }
  if (/chain not supported|unsupported chain/i.test(words)) {
    return new SourceError({ kind: 'not-supported', provider, what: 'this network' });
  }
  if (/timeout|timed out/i.test(words)) {
    return new SourceError({ kind: 'unavailable', provider, reason: 'its own search took too long' });
  }
  if (/invalid action/i.test(words)) return new SourceError({ kind: 'not-supported', provider, what: 'this list' });
  if (/not supported|upgrade your api plan|pro endpoint|api pro/i.test(words)) {
    return new SourceError({ kind: 'not-supported', provider, what: 'this with the plan of its key' });
  }
  if (/api ?key/i.test(words)) return new SourceError({ kind: 'unavailable', provider, reason: 'the key was refused' });
  return new SourceError({ kind: 'unavailable', provider, reason: 'it refused the question' });
}

const GENESIS = /^GENESIS_0?x?[0-9a-fA-F]{40}$/i;

/** Explorers write an empty text where there is no address. */
const empty = z.literal('').transform(() => null);

export const transactionRow = z.object({
  blockNumber: wholeText,
  timeStamp: wholeText,
  hash: z.union([evmHash, z.string().regex(GENESIS)]),
  transactionIndex: wholeText,
  from: z.union([evmAddress, z.literal('GENESIS')]),
  to: z.union([evmAddress, empty]).nullable(),
  value: amountText,
  gasPrice: amountText,
  gasUsed: amountText,
  /** The fee that a second layer took for Ethereum's data, where the explorer includes it. */
  L1FeesPaid: z.union([amountText, empty]).nullish(),
  isError: z.enum(['0', '1']),
  txreceipt_status: z.enum(['0', '1', '']),
  contractAddress: z.union([evmAddress, empty]).nullish(),
});

export const innerRow = z.object({
  blockNumber: wholeText,
  timeStamp: wholeText,
  hash: evmHash.optional(),
  transactionHash: evmHash.optional(),
  from: evmAddress,
  to: z.union([evmAddress, empty]).nullable(),
  value: amountText,
  contractAddress: z.union([evmAddress, empty]).nullish(),
  type: z.string(),
  callType: z.string().nullish(),
  isError: z.enum(['0', '1']),
  /** Blockscout numbers the calls of a transaction; Etherscan gives their position in the call tree as `traceId`. */
  index: wholeText.optional(),
});

export const tokenRow = z.object({
  blockNumber: wholeText,
  timeStamp: wholeText,
  hash: evmHash,
  transactionIndex: wholeText,
  from: evmAddress,
  to: evmAddress,
  contractAddress: evmAddress,
  value: amountText,
  logIndex: wholeText.optional(),
});

/** A payment by the beacon chain. */
export const withdrawalRow = z
  .object({
    withdrawalIndex: wholeText,
    blockNumber: wholeText,
    timestamp: wholeText,
    /** In gwei. */
    amount: amountText,
  })
  .transform(({ timestamp, ...row }) => ({ ...row, timeStamp: timestamp }));

export const block = z.object({ number: hexWhole, timestamp: hexWhole });
