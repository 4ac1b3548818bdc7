import { findAsset } from '@assay/domain';
import { toEventSelector, toFunctionSelector } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import { freezeListOf } from '../outside/chains/freezes/freeze-lists.ts';
import { BALANCE_OF, isContractCode, TRANSFER_TOPIC, topicOf, word } from './evm-abi.ts';
import { type AccountNetworkId, finalityDepth } from './finality.ts';

describe('the words of contracts', () => {
  it('are those that viem makes of their signatures', () => {
    expect(BALANCE_OF).toBe(toFunctionSelector('function balanceOf(address)'));
    expect(TRANSFER_TOPIC).toBe(toEventSelector('event Transfer(address,address,uint256)'));
    for (const [ticker, network] of [
      ['USDT', 'ETH'],
      ['USDT', 'AVAX'],
      ['USDC', 'OP'],
      ['PAXG', 'ETH'],
    ] as const) {
      const list = freezeListOf(ticker, network) ?? expect.fail('no list');
      expect(list.selector).toBe(toFunctionSelector(`function ${list.asks}`));
      for (const { name, topic } of [...list.added, ...list.removed]) {
        expect(topic).toBe(toEventSelector(`event ${name}(address)`));
      }
    }
  });

  it('carry an address in 32 bytes', () => {
    const address = findAsset('USDT', 'ETH')?.contract ?? '';
    expect(word(address)).toHaveLength(64);
    expect(topicOf(address)).toBe(`0x${'0'.repeat(24)}${address.slice(2)}`);
  });

  it('do not take an account that delegates to code for a contract', () => {
    expect(isContractCode('0x')).toBe(false);
    expect(isContractCode(`0xef0100${'ab'.repeat(20)}`)).toBe(false);
    expect(isContractCode('0x6080')).toBe(true);
  });
});

describe('finality', () => {
  it('is deeper where chains were undone deeper, and none where a ledger is never undone', () => {
    const depth = (network: AccountNetworkId) => finalityDepth(network);
    expect(depth('ETH')).toBe(64);
    expect(depth('POLYGON')).toBeGreaterThan(157);
    expect([depth('XRP'), depth('XLM')]).toEqual([0, 0]);
  });
});
