import { findAsset } from '@assay/domain';
import {
  ACCOUNTS,
  type BlockscoutStandIn,
  type EtherscanStandIn,
  type EvmStory,
  startBlockscoutStandIn,
  startEtherscanStandIn,
  startEvmStory,
  USDC_ON_ETHEREUM,
  USDT_ON_ETHEREUM,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../../providers/provider.ts';
import { solanaFreezes } from '../solana/solana.ts';
import { directProvider, recordedProvider } from '../test/direct-provider.ts';
import { etherscanFreezes, type FreezeReader, nodeFreezes } from './evm-freezes.ts';
import { issuerFreezes } from './issuer-freezes.ts';
import { trongridFreezes } from './trongrid-freezes.ts';

const asset = (ticker: string, parent: string | null) => findAsset(ticker, parent) ?? expect.fail(`no ${ticker}`);
const USDT = asset('USDT', 'ETH');
const USDC = asset('USDC', 'ETH');
const GOLD = asset('PAXG', 'ETH');
const TRON_USDT = asset('USDT', 'TRX');
const SOLANA_USDC = asset('USDC', 'SOL');
const signal = AbortSignal.timeout(60_000);

let story: EvmStory;
let api: EtherscanStandIn;
let explorer: BlockscoutStandIn;
beforeAll(async () => {
  story = await startEvmStory();
  api = await startEtherscanStandIn(story);
  explorer = await startBlockscoutStandIn(story);
});
afterAll(async () => {
  await api?.close();
  await explorer?.close();
  await story?.close();
});

const etherscan = () =>
  etherscanFreezes({ provider: directProvider('etherscan', api.url), chainId: 1, pageSize: 1_000 });
const blockscout = () => nodeFreezes(directProvider('blockscout', explorer.url), '/api/eth-rpc');
const node = () => nodeFreezes(directProvider('node', story.url));

describe('issuers asked for freezes', () => {
  it('report who is frozen and since which block, by a node, by Etherscan and by Blockscout alike', async () => {
    for (const reader of [node(), etherscan(), blockscout()]) {
      const issuers = issuerFreezes({ contracts: { ETH: [reader] }, accounts: [] });
      for (const token of [USDT, USDC]) {
        const frozen = await issuers.stateOf(token, ACCOUNTS.thief, signal);
        expect(frozen.isFrozen).toBe(true);
        expect(frozen.source).toBe(`the ${token.ticker} contract on Ethereum, asked through ${reader.provider}`);
        expect(frozen.since?.getTime()).toBeGreaterThan(1_760_000_000_000);
        expect(await issuers.stateOf(token, ACCOUNTS.subject, signal)).toMatchObject({ isFrozen: false, since: null });
      }
    }
  });

  it('date a freeze by the event that is still in effect', async () => {
    const issuers = issuerFreezes({ contracts: { ETH: [node()] }, accounts: [] });
    const first = await issuers.stateOf(USDC, ACCOUNTS.thief, signal);
    await story.invoke('CircleLike', USDC_ON_ETHEREUM, story.issuer, 'unBlacklist', [ACCOUNTS.thief]);
    expect(await issuers.stateOf(USDC, ACCOUNTS.thief, signal)).toMatchObject({ isFrozen: false, since: null });
    await story.mine(3);
    await story.invoke('CircleLike', USDC_ON_ETHEREUM, story.issuer, 'blacklist', [ACCOUNTS.thief]);
    const again = await issuers.stateOf(USDC, ACCOUNTS.thief, signal);
    expect(again.isFrozen).toBe(true);
    expect(again.since?.getTime()).toBeGreaterThan(first.since?.getTime() ?? 0);
  });

  it('date a freeze by the first event after the last that ended one, however often it was put on', async () => {
    const issuers = issuerFreezes({ contracts: { ETH: [node()] }, accounts: [] });
    const first = await issuers.stateOf(USDT, ACCOUNTS.thief, signal);
    await story.mine(3);
    await story.invoke('TetherLike', USDT_ON_ETHEREUM, story.issuer, 'addBlackList', [ACCOUNTS.thief]);
    expect(await issuers.stateOf(USDT, ACCOUNTS.thief, signal)).toEqual(first);
  });

  it('are followed through an upgrade that renamed the events of a list', async () => {
    const at = (GOLD.contract ?? expect.fail('no contract')) as `0x${string}`;
    const invoke = (name: string, parameters: readonly unknown[] = [ACCOUNTS.thief]) =>
      story.invoke('PaxosLike', at, story.issuer, name, parameters);
    await story.installCode('PaxosLike', at);
    for (const reader of [node(), etherscan(), blockscout()]) {
      const issuers = issuerFreezes({ contracts: { ETH: [reader] }, accounts: [] });
      expect(await issuers.stateOf(GOLD, ACCOUNTS.thief, signal)).toMatchObject({ isFrozen: false, since: null });
    }
    const since = async () => {
      const answers = await Promise.all(
        [node(), etherscan(), blockscout()].map((reader) =>
          issuerFreezes({ contracts: { ETH: [reader] }, accounts: [] }).stateOf(GOLD, ACCOUNTS.thief, signal),
        ),
      );
      expect(answers.map(({ isFrozen }) => isFrozen)).toEqual([true, true, true]);
      const [first, ...same] = answers.map((answer) => answer.since?.getTime() ?? expect.fail('no date'));
      expect(same).toEqual([first, first]);
      return first ?? 0;
    };
    await invoke('freeze');
    const before = await since();
    await story.mine(3);
    await invoke('upgrade', []);
    await invoke('freeze');
    expect(await since()).toBe(before);
    await invoke('unfreeze');
    await story.mine(3);
    await invoke('freeze');
    expect(await since()).toBeGreaterThan(before);
  });

  it('report a freeze without its date where the events cannot be read', async () => {
    const broken = etherscanFreezes({ provider: recordedProvider('broken', () => 'cut'), chainId: 1, pageSize: 10 });
    const blind: FreezeReader = { ...node(), frozenSince: (...question) => broken.frozenSince(...question) };
    const issuers = issuerFreezes({ contracts: { ETH: [blind] }, accounts: [] });
    expect(await issuers.stateOf(USDT, ACCOUNTS.thief, signal)).toMatchObject({ isFrozen: true, since: null });
  });

  it('use the next reader when one fails, and throw when none answers instead of reporting no freeze', async () => {
    const broken = etherscanFreezes({ provider: recordedProvider('broken', () => 'cut'), chainId: 1, pageSize: 10 });
    const issuers = issuerFreezes({ contracts: { ETH: [broken, node()] }, accounts: [] });
    expect((await issuers.stateOf(USDT, ACCOUNTS.thief, signal)).source).toContain('node');
    const alone = issuerFreezes({ contracts: { ETH: [broken] }, accounts: [] });
    await expect(alone.stateOf(USDT, ACCOUNTS.thief, signal)).rejects.toThrow('broken answered something else');
    // A contract without such a list returns empty data, which does not mean 'not frozen'.
    const elsewhere = issuerFreezes({ contracts: { ETH: [node()] }, accounts: [] });
    await expect(elsewhere.stateOf({ ...USDT, contract: ACCOUNTS.subject }, ACCOUNTS.thief, signal)).rejects.toThrow(
      'result',
    );
  });

  it('are asked only about assets for which they keep lists', () => {
    const readers = {
      ETH: [node()],
      BSC: [node()],
      OP: [node()],
      TRX: [trongridFreezes(recordedProvider('t', () => ''))],
    };
    const issuers = issuerFreezes({ contracts: readers, accounts: [solanaFreezes(recordedProvider('s', () => ''))] });
    const can = (ticker: string, parent: string | null) => issuers.canAsk(asset(ticker, parent));
    expect([can('USDT', 'ETH'), can('USDC', 'ETH'), can('USDT', 'TRX'), can('USDC', 'OP'), can('USDC', 'SOL')]).toEqual(
      [true, true, true, true, true],
    );
    // TUSD's list is private and the source of XAUT's contract was not found: neither is read.
    expect([can('TUSD', 'ETH'), can('TUSD', 'TRX'), can('XAUT', 'ETH')]).toEqual([false, false, false]);
    expect([can('USDT', 'BSC'), can('USDT', 'OP'), can('ETH', null), can('DAI', 'ETH'), can('USDT', 'AVAX')]).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('ask Tron by its own call, and find the date among its events', async () => {
    const address = 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R';
    const asked: ProviderRequest[] = [];
    const parameterOf = (request: ProviderRequest | undefined) =>
      String((request?.body as { parameter?: string } | undefined)?.parameter);
    const provider = (frozen: boolean) =>
      recordedProvider('trongrid', (request) => {
        asked.push(request);
        if (request.path === '/wallet/triggerconstantcontract') {
          const parameter = parameterOf(request);
          return {
            result: { result: true },
            constant_result: [`${'0'.repeat(63)}${frozen ? 1 : 0}`],
            energy_used: parameter.length,
          };
        }
        const parameter = parameterOf(asked[0]);
        const rows =
          request.query?.['event_name'] === 'AddedBlackList'
            ? [
                {
                  block_timestamp: 1_700_000_000_500,
                  event_name: 'AddedBlackList',
                  result: { 0: `0x${parameter.slice(24)}`, _user: `0x${parameter.slice(24)}` },
                },
              ]
            : [];
        return { success: true, data: rows, meta: { at: 1 } };
      });
    const issuers = (frozen: boolean) =>
      issuerFreezes({ contracts: { TRX: [trongridFreezes(provider(frozen))] }, accounts: [] });
    expect(await issuers(true).stateOf(TRON_USDT, address, signal)).toEqual({
      isFrozen: true,
      since: new Date(1_700_000_000_000),
      source: 'the USDT contract on Tron, asked through trongrid',
    });
    expect(asked[0]?.body).toMatchObject({
      contract_address: TRON_USDT.contract,
      function_selector: 'isBlackListed(address)',
    });
    expect(parameterOf(asked[0])).toMatch(/^0{24}[0-9a-f]{40}$/);
    expect((await issuers(false).stateOf(TRON_USDT, address, signal)).isFrozen).toBe(false);
    const refusing = recordedProvider('trongrid', () => ({ result: { code: 'CONTRACT_VALIDATE_ERROR' } }));
    const none = issuerFreezes({ contracts: { TRX: [trongridFreezes(refusing)] }, accounts: [] });
    await expect(none.stateOf(TRON_USDT, address, signal)).rejects.toThrow('the contract refused the question');
  });

  it('see on Solana that the account which holds the token is frozen', async () => {
    const owner = 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp';
    const holding = (state: string) => ({
      pubkey: 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q',
      account: {
        data: { parsed: { info: { mint: SOLANA_USDC.contract, owner, state, tokenAmount: { amount: '5' } } } },
      },
    });
    for (const state of ['frozen', 'initialized']) {
      const provider = recordedProvider('solana', () => ({
        jsonrpc: '2.0',
        id: 1,
        result: { value: [holding(state)] },
      }));
      const issuers = issuerFreezes({ contracts: {}, accounts: [solanaFreezes(provider)] });
      expect((await issuers.stateOf(SOLANA_USDC, owner, signal)).isFrozen).toBe(state === 'frozen');
    }
  });

  it('are expected at the addresses where the story deploys the test tokens', () => {
    expect([USDT.contract, USDC.contract]).toEqual([USDT_ON_ETHEREUM, USDC_ON_ETHEREUM]);
  });
});
