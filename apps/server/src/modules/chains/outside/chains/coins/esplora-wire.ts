import type { RawInput, RawOutput } from '@assay/exposure';
import { z } from 'zod';
import type { CoinNetworkId } from '../../../formats/coin-networks.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { CoinTransaction, Spends } from '../../../sources/sources.ports.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import {
  amountNumber,
  assertPossible,
  coinParty,
  confirmedCoins,
  hash,
  orderPage,
  pendingCoins,
  readText,
  wholeNumber,
} from './coin-wire.ts';

/**
 * The wire format of Esplora (Blockstream's API.md), which mempool.space uses too: JSON, amounts in satoshi as
 * integers. Only the fields that are used are read.
 */
const Coin = z.object({
  scriptpubkey_type: z.string(),
  /** Missing for scripts without an address: data, bare keys and bare multisig. */
  scriptpubkey_address: z.string().min(1).max(128).optional(),
  value: amountNumber,
});

const Input = z.object({
  txid: hash,
  vout: wholeNumber,
  prevout: Coin.nullable(),
  is_coinbase: z.boolean(),
});

const Status = z.discriminatedUnion('confirmed', [
  z.object({ confirmed: z.literal(true), block_height: wholeNumber, block_time: wholeNumber }),
  z.object({ confirmed: z.literal(false) }),
]);

const Transaction = z.object({ txid: hash, vin: z.array(Input).min(1), vout: z.array(Coin).min(1), status: Status });
type Transaction = z.output<typeof Transaction>;

const Stats = z.object({ tx_count: wholeNumber, funded_txo_sum: amountNumber, spent_txo_sum: amountNumber });
const Address = z.object({ chain_stats: Stats });

const Outspends = z.array(
  z.discriminatedUnion('spent', [
    z.object({ spent: z.literal(false) }),
    z.object({ spent: z.literal(true), txid: hash, status: z.object({ confirmed: z.boolean() }) }),
  ]),
);

const Blocks = z.array(z.object({ height: wholeNumber, timestamp: wholeNumber })).min(1);

export interface EsploraWire {
  readonly network: CoinNetworkId;
  /** Name of the provider, for error messages. */
  readonly provider: string;
}

/** Null while it is not confirmed. */
export function readEsploraTransaction(wire: EsploraWire, text: string): CoinTransaction | null {
  return transactionOf(wire, readText(wire.provider, Transaction, text), '');
}

/** A transaction that the server knows, confirmed or not. */
export function readEsploraSighting(wire: EsploraWire, text: string): SeenTransaction {
  const answer = readText(wire.provider, Transaction, text);
  const confirmed = transactionOf(wire, answer, '');
  if (confirmed !== null) return confirmedCoins(wire.provider, confirmed);
  return pendingCoins(wire.provider, answer.txid, partsOf(wire, answer, ''));
}

/** mempool.space's tree of replacements: its root is the transaction that took the place of all below it. */
const Replacements = z.object({ replacements: z.object({ tx: z.object({ txid: hash }) }).nullable() });

/** The transaction that took the place of another one; null where none did. */
export function readEsploraReplacement(wire: EsploraWire, id: string, text: string): string | null {
  const root = readText(wire.provider, Replacements, text).replacements?.tx.txid ?? null;
  return root === id ? null : root;
}

export interface EsploraPage {
  /** Newest first; unconfirmed transactions are left out. */
  readonly transactions: readonly CoinTransaction[];
  /** Number of all listed transactions, unconfirmed ones included. */
  readonly count: number;
  /** The last one listed; the next page begins after it. */
  readonly last: CoinTransaction | null;
  /** What of the page could not be read, or came twice. */
  readonly gaps: readonly HistoryGap[];
}

/** Pages have 25 transactions at Blockstream; other servers may be configured for fewer, but hardly below this. */
export const SMALLEST_PAGE = 10;

export function readEsploraPage(wire: EsploraWire, text: string): EsploraPage {
  const page = readText(wire.provider, z.array(z.unknown()), text);
  const rowsIn = (raw: readonly unknown[]) =>
    readRows(
      raw,
      Transaction,
      ({ txid }) => txid,
      (transaction) => transactionOf(wire, transaction, ''),
    );
  // The next page begins after the last one that was read, and lists what follows that again: it counts there.
  const end =
    page.length < SMALLEST_PAGE ? page.length : page.findLastIndex((row) => rowsIn([row]).rows.length > 0) + 1;
  const read = rowsIn(page.slice(0, end));
  const listed = read.rows.filter((transaction) => transaction !== null);
  const gaps = rowGaps(wire.provider, read);
  return { transactions: orderPage(listed), count: page.length, last: listed.at(-1) ?? null, gaps };
}

/** By output; only confirmed transactions count as spending. */
export function readEsploraOutspends(wire: EsploraWire, text: string): Spends {
  const outspends = readText(wire.provider, Outspends, text);
  return outspends.map((output) => (output.spent && output.status.confirmed ? output.txid : null));
}

export function readEsploraAddress(wire: EsploraWire, text: string): z.output<typeof Stats> {
  return readText(wire.provider, Address, text).chain_stats;
}

/** Blocks, newest first. */
export function readEsploraBlocks(wire: EsploraWire, text: string): z.output<typeof Blocks> {
  return readText(wire.provider, Blocks, text).toSorted((a, b) => b.height - a.height);
}

/** Height of the block that contains it; null while it is in none. */
export function readEsploraStatus(wire: EsploraWire, text: string): number | null {
  const status = readText(wire.provider, Status, text);
  return status.confirmed ? status.block_height : null;
}

function transactionOf(wire: EsploraWire, answer: Transaction, at: string): CoinTransaction | null {
  if (!answer.status.confirmed) return null;
  const { isCoinbase, inputs, outputs } = partsOf(wire, answer, at);
  return {
    transaction: {
      transactionId: answer.txid,
      block: answer.status.block_height,
      // The format contains the block, not the index within it.
      transactionIndex: null,
      time: answer.status.block_time,
      coinbase: isCoinbase,
      inputs,
      outputs,
    },
    spends: null,
  };
}

function partsOf(wire: EsploraWire, answer: Transaction, at: string) {
  const isCoinbase = answer.vin.some((input) => input.is_coinbase);
  const outputs = answer.vout.map(
    (coin, index): RawOutput => ({ index, owner: ownerOf(wire, coin, `${at}vout.${index}`), amount: coin.value }),
  );
  const inputs = isCoinbase ? [] : answer.vin.map((input, index) => inputOf(wire, input, `${at}vin.${index}`));
  if (!isCoinbase) assertPossible(wire.provider, at, inputs, outputs);
  return { isCoinbase, inputs, outputs };
}

function inputOf(wire: EsploraWire, input: z.output<typeof Input>, at: string): RawInput {
  if (input.prevout === null) throw malformed(wire.provider, `${at}.prevout`);
  const owner = ownerOf(wire, input.prevout, `${at}.prevout`);
  return { transactionId: input.txid, index: input.vout, owner, amount: input.prevout.value };
}

/** Scripts of these kinds always have an address. */
const NAMED_SCRIPTS: ReadonlySet<string> = new Set(['p2pkh', 'p2sh', 'v0_p2wpkh', 'v0_p2wsh', 'v1_p2tr']);

/** Of an address that the network does not know, such as an anchor or a script hash of 32 bytes, nobody can be named. */
function ownerOf(wire: EsploraWire, coin: z.output<typeof Coin>, at: string): string | null {
  const text = coin.scriptpubkey_address;
  if (text !== undefined) return coinParty(wire.network, text);
  if (NAMED_SCRIPTS.has(coin.scriptpubkey_type)) throw malformed(wire.provider, `${at}.scriptpubkey_address`);
  return null;
}
