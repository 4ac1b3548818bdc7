/** Accounts of ETH, from 1. */
export const address = (number: number): string => `0x${number.toString(16).padStart(40, '1')}`;
export const EXCHANGE = address(1);

/** Chains of payments from a labelled exchange through many accounts, in whole tokens, from a second on. */
export function payments(asset: string, first: number, count: number): string {
  const rows = ['network,asset,from,to,amount,time,transaction,sequence'];
  for (let at = first; at < first + count; at += 1) {
    const [from, to] = at % 3 === 0 ? [1, (at % 97) + 2] : [((at - 1) % 97) + 2, ((at * 7) % 89) + 2];
    const id = `0x${asset === 'ETH' ? 'e' : 'd'}${at.toString(16).padStart(63, '0')}`;
    rows.push(`ETH,${asset},${address(from)},${address(to)},${(at % 50) + 1},${1_600_000_000 + at * 60},${id},0`);
  }
  return `${rows.join('\n')}\n`;
}

const BTC_OWNERS = [
  '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1',
  '1FvzCLoTPGANNjWoUo6jUGuAG3wg1w4YjR',
  '15ubicBBWFnvoZLT7GiU2qxjRaKJPdkDMG',
] as const;
const LTC_OWNERS = ['MWceeqZHxJBj4UJCebKfnb1ie5akap9xsf', 'ltc1q2j0k8v7aczdajd42g96h7gy4jef63feh77494u'] as const;
/** Owners whose coins the transactions move. */
export const [BTC_SUBJECT, LTC_SUBJECT] = [BTC_OWNERS[1], LTC_OWNERS[1]];

/** Transactions that spend outputs of the one before, each with two inputs of one owner where there are. */
export function coins(network: 'BTC' | 'LTC', count: number, first = 0): string {
  const owners: readonly string[] = network === 'BTC' ? BTC_OWNERS : LTC_OWNERS;
  const owner = (at: number): string => owners[at % owners.length] ?? '';
  const id = (at: number): string => `${network === 'BTC' ? 'b' : 'c'}${at.toString(16).padStart(63, '0')}`;
  const output = (at: number, index: number) => ({ index, addresses: [owner(at + index)], value: 50_000_000 });
  const lines = Array.from({ length: count }, (_, index) => {
    const at = first + index;
    const isCoinbase = at % 10 === 0;
    const spent = [0, 1].map((place) => {
      const { value, addresses } = output(at - 1, place);
      return { index: place, spent_transaction_hash: id(at - 1), spent_output_index: place, addresses, value };
    });
    return JSON.stringify({
      type: 'transaction',
      hash: id(at),
      block_number: at + 1,
      block_timestamp: 1_300_000_000 + at * 600,
      is_coinbase: isCoinbase,
      index: 0,
      inputs: isCoinbase ? [] : spent,
      outputs: [output(at, 0), output(at, 1)],
    });
  });
  return `${lines.join('\n')}\n`;
}
