import type { RawInput, RawOutput } from '@assay/exposure';
import { z } from 'zod';
import type { CoinNetworkId } from '../../../formats/coin-networks.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { CoinTransaction, Spends } from '../../../sources/sources.ports.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import {
  amountText,
  assertPossible,
  coinParty,
  confirmedCoins,
  hash,
  orderPage,
  pendingCoins,
  readText,
  wholeNumber,
} from './coin-wire.ts';
import { shieldedInputs, shieldedOutputs } from './shielded-pool.ts';

/**
 * The wire format of Blockbook's API v2 (`api.md` of trezor/blockbook): amounts are decimal texts in base units, and a
 * number of value 0 is left out. Only the fields that are used are read.
 */
const Addresses = z.array(z.string().min(1).max(512)).nullish();

const Input = z.object({
  /** Missing for a block reward. */
  txid: hash.optional(),
  vout: wholeNumber.optional(),
  n: wholeNumber,
  addresses: Addresses,
  /** Missing in versions before 0.3. */
  isAddress: z.boolean().optional(),
  value: amountText.optional(),
  coinbase: z.string().optional(),
});

const Output = z.object({
  n: wholeNumber,
  addresses: Addresses,
  isAddress: z.boolean().optional(),
  value: amountText,
  spent: z.boolean().optional(),
  /** Only where spending transactions were requested. */
  spentTxId: hash.optional(),
  /** Missing while the spending transaction waits for a block. */
  spentHeight: z.int().optional(),
});

const Transaction = z.object({
  txid: hash,
  vin: z.array(Input),
  vout: z.array(Output).min(1),
  /** -1 or missing while it waits for a block. */
  blockHeight: z.int().min(-1).optional(),
  blockTime: wholeNumber.optional(),
});
type Transaction = z.output<typeof Transaction>;

const AddressPage = z.object({
  page: wholeNumber,
  /** -1 where a filter makes the total unknown. */
  totalPages: z.int().min(-1),
  itemsOnPage: wholeNumber,
  transactions: z.array(z.unknown()).optional(),
});

const AddressTotals = z.object({ txs: wholeNumber, totalReceived: amountText, totalSent: amountText });

const Status = z.object({
  blockbook: z.object({
    bestHeight: wholeNumber,
    lastBlockTime: z.iso.datetime({ offset: true }),
    inSync: z.boolean(),
  }),
});

const Block = z.object({ height: wholeNumber, time: wholeNumber });

export interface BlockbookWire {
  readonly network: CoinNetworkId;
  /** Name of the provider, for error messages. */
  readonly provider: string;
}

/** Null while it is not confirmed. */
export function readBlockbookTransaction(wire: BlockbookWire, text: string): CoinTransaction | null {
  return transactionOf(wire, readText(wire.provider, Transaction, text), '');
}

/** A transaction that the server knows, confirmed or not. */
export function readBlockbookSighting(wire: BlockbookWire, text: string): SeenTransaction {
  const answer = readText(wire.provider, Transaction, text);
  const confirmed = transactionOf(wire, answer, '');
  if (confirmed !== null) return confirmedCoins(wire.provider, confirmed);
  return pendingCoins(wire.provider, answer.txid, partsOf(wire, answer, ''));
}

export interface BlockbookPage {
  /** Newest first; unconfirmed transactions are left out. */
  readonly transactions: readonly CoinTransaction[];
  readonly page: number;
  readonly isLast: boolean;
  /** What of the page could not be read, or came twice. */
  readonly gaps: readonly HistoryGap[];
}

export function readBlockbookPage(wire: BlockbookWire, text: string): BlockbookPage {
  const { page, totalPages, itemsOnPage, transactions = [] } = readText(wire.provider, AddressPage, text);
  const read = readRows(
    transactions,
    Transaction,
    ({ txid }) => txid,
    (transaction) => transactionOf(wire, transaction, ''),
  );
  const listed = read.rows.filter((transaction) => transaction !== null);
  const isLast = totalPages === -1 ? read.count < itemsOnPage : page >= totalPages;
  return { transactions: orderPage(listed), page, isLast, gaps: rowGaps(wire.provider, read) };
}

export function readBlockbookTotals(wire: BlockbookWire, text: string): z.output<typeof AddressTotals> {
  return readText(wire.provider, AddressTotals, text);
}

/** The transaction that spends each output; requested with `spending=true`. */
export function readBlockbookSpends(wire: BlockbookWire, text: string): Spends {
  const { vout } = readText(wire.provider, Transaction, text);
  return byIndex(wire, vout, '').map((output) => {
    if (output.spent !== true) return null;
    if (output.spentTxId === undefined) throw malformed(wire.provider, `vout.${output.n}.spentTxId`);
    return (output.spentHeight ?? 0) > 0 ? output.spentTxId : null;
  });
}

/** Height and time of the newest block; the time is when the server received it. */
export function readBlockbookStatus(
  wire: BlockbookWire,
  text: string,
): { readonly height: number; readonly time: number; readonly isInSync: boolean } {
  const { blockbook } = readText(wire.provider, Status, text);
  const time = Math.floor(Date.parse(blockbook.lastBlockTime) / 1000);
  return { height: blockbook.bestHeight, time, isInSync: blockbook.inSync };
}

export function readBlockbookBlock(wire: BlockbookWire, text: string): z.output<typeof Block> {
  return readText(wire.provider, Block, text);
}

function transactionOf(wire: BlockbookWire, answer: Transaction, at: string): CoinTransaction | null {
  const { blockHeight: height, blockTime: time } = answer;
  if (height === undefined || height < 1) return null;
  if (time === undefined) throw malformed(wire.provider, `${at}blockTime`);
  const { isCoinbase, inputs, outputs, areUnspent } = partsOf(wire, answer, at);
  return {
    transaction: {
      transactionId: answer.txid,
      block: height,
      // The format contains the block, not the index within it.
      transactionIndex: null,
      time,
      coinbase: isCoinbase,
      inputs,
      outputs,
    },
    // Unspent outputs have no spender; the spenders of the others are included only where they were requested.
    spends: areUnspent ? outputs.map(() => null) : null,
  };
}

function partsOf(wire: BlockbookWire, answer: Transaction, at: string) {
  const isCoinbase = answer.vin.some(({ coinbase }) => coinbase !== undefined);
  const vout = byIndex(wire, answer.vout, at);
  const plainOutputs = vout.map(
    (coin): RawOutput => ({ index: coin.n, owner: ownerOf(wire, coin), amount: coin.value }),
  );
  const plainInputs = isCoinbase ? [] : answer.vin.map((input) => inputOf(wire, input, `${at}vin.${input.n}`));
  const pool = { network: wire.network, transactionId: answer.txid, inputs: plainInputs, outputs: plainOutputs };
  const inputs = isCoinbase ? [] : [...plainInputs, ...shieldedInputs(pool)];
  const outputs = isCoinbase ? plainOutputs : [...plainOutputs, ...shieldedOutputs(pool)];
  if (!isCoinbase) assertPossible(wire.provider, at, inputs, outputs);
  return { isCoinbase, inputs, outputs, areUnspent: vout.every(({ spent }) => spent !== true) };
}

function byIndex(wire: BlockbookWire, vout: Transaction['vout'], at: string): readonly z.output<typeof Output>[] {
  const ordered = vout.toSorted((a, b) => a.n - b.n);
  const wrong = ordered.findIndex((output, index) => output.n !== index);
  if (wrong >= 0) throw malformed(wire.provider, `${at}vout.${wrong}.n`);
  return ordered;
}

function inputOf(wire: BlockbookWire, input: z.output<typeof Input>, at: string): RawInput {
  if (input.txid === undefined) throw malformed(wire.provider, `${at}.txid`);
  if (input.value === undefined) throw malformed(wire.provider, `${at}.value`);
  return {
    transactionId: input.txid,
    index: input.vout ?? 0,
    owner: ownerOf(wire, input),
    amount: input.value,
  };
}

/**
 * Data outputs and bare multisig come with texts that are not addresses, or with several addresses. Of what a server
 * calls an address and the network does not know, such as an anchor or a witness program of tomorrow, nobody can be named.
 */
function ownerOf(
  wire: BlockbookWire,
  {
    addresses,
    isAddress,
  }: { readonly addresses?: readonly string[] | null | undefined; readonly isAddress?: boolean | undefined },
): string | null {
  const [text, ...others] = addresses ?? [];
  if (text === undefined || others.length > 0 || isAddress === false) return null;
  return coinParty(wire.network, text);
}
