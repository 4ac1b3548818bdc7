import type { Address } from 'viem';
import { type EvmChain, startEvmChain } from './evm-chain.ts';

/** Addresses of Ethereum's own tokens, so that the product's catalogue finds the test tokens. */
export const USDT_ON_ETHEREUM: Address = '0xdac17f958d2ee523a2206206994597c13d831ec7';
export const USDC_ON_ETHEREUM: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

/** Who plays in the story. Nobody here but the issuer has coins or tokens the chain began with. */
export const ACCOUNTS = {
  exchange: '0x00000000000000000000000000000000000ec5a1',
  subject: '0x0000000000000000000000000000000000005b1e',
  thief: '0x0000000000000000000000000000000000b07a1e',
  shop: '0x0000000000000000000000000000000000005a0b',
  /** A contract that passes coins on. */
  splitter: '0x00000000000000000000000000000000005b1177',
  /** A token that reports transfers that never happened. */
  liar: '0x000000000000000000000000000000000000011a',
} as const satisfies Record<string, Address>;

const COIN = 10n ** 18n;
const USD = 10n ** 6n;

export interface EvmStory extends EvmChain {
  readonly issuer: Address;
}

/**
 * A chain on which everything happened that a reader of histories must get right: coins by transaction and by contract,
 * tokens of both issuers, several transactions in one block, calls undone inside, a transaction that failed, mint and
 * burn, a token that lies, and a thief whom both issuers froze.
 */
export async function startEvmStory(): Promise<EvmStory> {
  const chain = await startEvmChain();
  const { exchange, subject, thief, shop, splitter, liar } = ACCOUNTS;
  const issuer = chain.rich[0];
  if (issuer === undefined) throw new Error('The node has no accounts');
  await chain.installCode('TetherLike', USDT_ON_ETHEREUM);
  await chain.installCode('CircleLike', USDC_ON_ETHEREUM);
  await chain.installCode('Splitter', splitter);
  await chain.installCode('LyingToken', liar);
  const pay = (from: Address, to: Address, value: bigint) => chain.send({ from, to, value });
  const tether = (from: Address, to: Address, usd: bigint, fails?: boolean) =>
    chain.invoke('TetherLike', USDT_ON_ETHEREUM, from, 'transfer', [to, usd * USD], undefined, fails);
  const split = (from: Address, name: string, parameters: readonly unknown[], value: bigint) =>
    chain.invoke('Splitter', splitter, from, name, parameters, value);

  await pay(issuer, exchange, 50n * COIN);
  await pay(issuer, thief, 5n * COIN);
  await pay(exchange, subject, 6n * COIN);
  await chain.invoke('TetherLike', USDT_ON_ETHEREUM, issuer, 'issue', [10_000n * USD]);
  await tether(issuer, exchange, 5_000n);
  await tether(issuer, thief, 900n);
  await tether(exchange, subject, 1_500n);
  await tether(thief, subject, 400n);
  await tether(subject, shop, 700n);
  await tether(subject, thief, 9_000n, true);
  await split(exchange, 'split', [[subject, shop, thief]], 3n * COIN + 1n);
  await split(subject, 'relay', [splitter, shop], COIN / 4n);
  await split(exchange, 'tryAndFail', [subject], COIN / 2n);
  await chain.together(async () => [
    await tether(subject, shop, 11n),
    await pay(subject, shop, COIN / 8n),
    await tether(exchange, subject, 11n),
    await tether(exchange, subject, 11n),
  ]);
  await chain.invoke('CircleLike', USDC_ON_ETHEREUM, issuer, 'mint', [subject, 250n * USD]);
  await chain.invoke('CircleLike', USDC_ON_ETHEREUM, subject, 'transfer', [shop, 50n * USD]);
  await chain.invoke('LyingToken', liar, thief, 'lie', [subject, shop, 1_000_000n * USD]);
  await chain.invoke('TetherLike', USDT_ON_ETHEREUM, issuer, 'addBlackList', [thief]);
  await chain.invoke('CircleLike', USDC_ON_ETHEREUM, issuer, 'blacklist', [thief]);
  await pay(subject, exchange, COIN / 16n);
  return { ...chain, issuer };
}
