import { Random } from '../../random.ts';
import { tronAddress, tronHexOf } from './tron-bytes.ts';
import type { TronAction } from './tron-transactions.ts';

/** USDT and USDC on Tron, by their contracts. */
export const TRON_TOKENS: Readonly<Record<string, string>> = {
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT',
  TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8: 'USDC',
};

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const OTHER_TOKEN = tronAddress(tronHexOf('a token that is not followed'));
const EXCHANGE = tronAddress(tronHexOf('a contract that swaps'));
const TRX = 1_000_000n;

/** More than numbers of JSON hold exactly. */
const HUGE = 9_007_199_254_740_993n;

/**
 * What happens in a block of a made-up Tron: every kind of action that moves something, and those that do not, with
 * failed calls, undone inner transfers, tokens that are not followed and an amount beyond 2^53. Another `branch` gives
 * other amounts.
 */
export function tronStory(height: number, branch = 0): readonly TronAction[] {
  const random = new Random(height * 31 + branch);
  const pick = (count: number): number => random.below(count);
  const person = (): string => tronAddress(tronHexOf(`person ${pick(12)}`));
  const some = (): bigint => BigInt(1 + pick(1_000)) * TRX + BigInt(branch);
  const actions: TronAction[] = [];
  for (let at = 0; at < 4 + pick(4); at += 1) {
    const [from, to] = [person(), person()];
    switch (pick(9)) {
      case 0:
        actions.push({ does: 'transfer', from, to, amount: some() });
        break;
      case 1:
        // A new account: its creation is in the fee.
        actions.push({
          does: 'transfer',
          from,
          to: tronAddress(tronHexOf(`new ${height} ${at}`)),
          amount: some(),
          fee: 1_100_000n,
        });
        break;
      case 2:
        actions.push({
          does: 'call',
          from,
          contract: USDT,
          fee: 345_000n,
          logs: [{ token: USDT, from, to, amount: some() }],
        });
        break;
      case 3:
        actions.push({ does: 'call', from, contract: USDC, logs: [{ token: USDC, from, to, amount: HUGE }] });
        break;
      case 4:
        actions.push({
          does: 'call',
          from,
          contract: EXCHANGE,
          value: some(),
          fee: 2_000_000n,
          logs: [
            { token: OTHER_TOKEN, from: EXCHANGE, to: from, amount: 5n },
            { token: USDT, from: EXCHANGE, to: from, amount: some() },
            // The same once more: only its index distinguishes it.
            { token: USDT, from: EXCHANGE, to, amount: 7n },
            { token: USDT, from: EXCHANGE, to, amount: 7n },
          ],
          inner: [
            { note: 'call', from: EXCHANGE, to, amount: some() },
            { note: 'call', from: EXCHANGE, to: from, amount: 3n, rejected: true },
            { note: 'call', from: EXCHANGE, to: from, amount: 4n, tokenId: '1000001' },
            { note: 'freezeBalanceV2ForEnergy', from: EXCHANGE, to, amount: 9n * TRX },
            { note: 'withdrawReward', from: EXCHANGE, to: EXCHANGE, amount: 2n * TRX },
            { note: 'suicide', from: EXCHANGE, to, amount: 1n },
          ],
        });
        break;
      case 5:
        actions.push({
          does: 'call',
          from,
          contract: EXCHANGE,
          value: some(),
          fee: 900_000n,
          failed: true,
          logs: [{ token: USDT, from, to, amount: 1n }],
          inner: [{ note: 'call', from: EXCHANGE, to, amount: 1n }],
        });
        break;
      case 6:
        actions.push({ does: 'withdraw', from, amount: some() });
        break;
      case 7:
        actions.push({ does: 'freeze', from, amount: some(), fee: 280_000n });
        break;
      default:
        actions.push({
          does: 'create',
          from,
          contract: tronAddress(tronHexOf(`made ${height} ${at}`)),
          value: some(),
          fee: 5_000_000n,
        });
    }
  }
  return actions;
}
