import { ASSETS, NETWORK_IDS } from '@assay/domain';
import { readRecordings } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../platform/config/config.ts';
import { assetReach, describeReach, networkReach, reachTable } from './reach.ts';

const DOCUMENT = '../../../../../../../docs/operations/networks.md';

describe('what can be read of each network', () => {
  it('is the page on networks, with its numbers', async () => {
    const page = [
      '# Networks',
      '',
      'Which provider is asked for each network, and what its histories lack: `assay sources --table` prints this table, with `--ask` also who answered this installation. The page is written by `npm run unit -- apps/server/src/modules/chains/outside/reach -u`; who the providers are is in [chains and prices](chains.md#who-is-asked).',
      '',
      describeReach(assetReach()),
      '',
      '- **Assets**: how many of the catalogue are on the network. One whose contract is not published is not read.',
      '- **Documented**: the formats that are read by what their publishers document of them. A host of your own in any of them can be named in `CHAIN_SOURCES`.',
      '- **Recorded**: those of which answers of this very network were recorded, and are read by tests. The others were read from local chains and from stand-ins of their protocol.',
      '- **Only by name**: asked only where `CHAIN_SOURCES` names them ([why](chains.md#who-is-asked)).',
      '',
      ...reachTable(null),
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot(DOCUMENT);
  });

  it('agrees with who is asked where nothing is set, and where every key is', () => {
    const asked = (environment: Record<string, string>) =>
      [...readConfig(environment).sources.chains.keys()].toSorted();
    const networks = networkReach();
    const without = networks.filter(({ withoutKey }) => withoutKey.length > 0).map(({ network }) => network);
    expect(asked({})).toEqual(without.toSorted());
    const key = 'abcdef-123456';
    const keys = {
      BLOCKSCOUT_API_KEY: key,
      ETHERSCAN_API_KEY: key,
      HELIUS_API_KEY: key,
      NODEREAL_API_KEY: key,
      NOWNODES_API_KEY: key,
    };
    const withKeys = networks.filter((one) => one.withoutKey.length + one.withFreeKey.length > 0);
    expect(asked(keys)).toEqual(withKeys.map(({ network }) => network).toSorted());
  });

  it('counts every asset of the catalogue once', () => {
    const networks = networkReach();
    const onNetworks = ASSETS.filter(({ network }) => network !== null).length;
    expect(networks.map(({ network }) => network)).toEqual(NETWORK_IDS);
    expect(networks.reduce((sum, { assets }) => sum + assets, 0)).toBe(onNetworks);
    const { all, withoutKey, withFreeKeys } = assetReach();
    expect(all).toBe(ASSETS.length);
    expect(withoutKey).toBeLessThan(withFreeKeys);
    expect(withFreeKeys).toBeLessThan(onNetworks);
  });

  it('calls a format of coins recorded where a recording of the network is', () => {
    for (const format of ['esplora', 'blockbook'] as const) {
      const held = new Set(readRecordings(format).map(({ network }) => network));
      const said = networkReach().filter(({ recorded }) => recorded.includes(format));
      expect(new Set(said.map(({ network }) => String(network)))).toEqual(held);
    }
  });
});
