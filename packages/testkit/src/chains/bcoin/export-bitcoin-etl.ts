import type { CoinReader, ReadOutput, ReadTransaction } from './coin-reader.ts';

/**
 * Everything that was mined, as the lines of a `transactions` file of bitcoin-etl with owners and values of inputs,
 * read from the blocks themselves. Indexes in the block are left out, as explorers do: the canonical order decides.
 */
export async function exportBitcoinEtl(read: CoinReader): Promise<string> {
  const { transactions } = await read();
  const mined = transactions.filter(({ block }) => block !== null);
  return mined.map((transaction) => `${JSON.stringify(lineOf(transaction))}\n`).join('');
}

function lineOf({ id, block, coinbase, inputs, outputs }: ReadTransaction): unknown {
  return {
    hash: id,
    block_number: block?.height,
    block_timestamp: block?.time,
    is_coinbase: coinbase,
    inputs: coinbase
      ? []
      : inputs.map(({ transactionId, index, spent }, position) => ({
          index: position,
          spent_transaction_hash: transactionId,
          spent_output_index: index,
          ...ownerOf(spent),
          value: spent?.value ?? null,
        })),
    outputs: outputs.map((output, index) => ({ index, ...ownerOf(output), value: output.value })),
  };
}

function ownerOf(output: ReadOutput | null): object {
  // A bare key has an address by convention only.
  const isNamed = output !== null && output.address !== null && output.type !== 'pubkey';
  return { addresses: isNamed ? [output.address] : [] };
}
