import { type Asset, findAsset } from '@assay/domain';
import { startFaultyServer } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import type { AccountSource, CoinSource } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { blockscoutSource } from '../blockscout/blockscout.ts';
import { blockbookSource } from '../coins/blockbook-source.ts';
import { esploraSource } from '../coins/esplora-source.ts';
import { horizonSource } from '../stellar/horizon.ts';

const ETH = findAsset('ETH', null) ?? expect.fail('no ETH');
const XLM = findAsset('XLM', null) ?? expect.fail('no XLM');
const STELLAR = 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX';
const ETHEREUM = '0x0875bcab22de3d02402bc38aee4104e1239374a7';
const ID = 'ab'.repeat(32);

const pageOf = (account: string) => ({
  ...{ account, direction: 'both', since: null, until: null, cursor: null },
});
const historyOf = (source: AccountSource, asset: Asset, account: string) =>
  source.transfers({ ...pageOf(account), asset } as Parameters<AccountSource['transfers']>[0], trialCall());
const transactionOf = (source: CoinSource) => source.transactions([ID], trialCall());

/** Per format: what may be absent, and the words of its own servers for it. */
const FORMATS: Readonly<
  Record<string, { ask: (provider: Provider) => Promise<unknown>; status: number; own: string; nothing: unknown }>
> = {
  'a history by Blockscout': {
    ask: (provider) => historyOf(blockscoutSource('ETH', provider), ETH, ETHEREUM),
    ...{ status: 404, own: '{"message":"Not found"}', nothing: { records: [], next: null } },
  },
  'a balance by Blockscout': {
    ask: (provider) => blockscoutSource('ETH', provider).balance(ETH, ETHEREUM, trialCall()),
    ...{ status: 404, own: '{"message":"Not found"}', nothing: { amount: 0n } },
  },
  'a history by Horizon': {
    ask: (provider) => historyOf(horizonSource(provider), XLM, STELLAR),
    status: 404,
    own: '{"type":"https://stellar.org/horizon-errors/not_found","title":"Resource Missing","status":404}',
    nothing: { records: [], next: null },
  },
  'a balance by Horizon': {
    ask: (provider) => horizonSource(provider).balance(XLM, STELLAR, trialCall()),
    status: 404,
    own: '{"type":"https://stellar.org/horizon-errors/not_found","title":"Resource Missing","status":404}',
    nothing: { amount: 0n },
  },
  'a transaction by Esplora': {
    ask: (provider) => transactionOf(esploraSource('BTC', provider)),
    ...{ status: 404, own: 'Transaction not found', nothing: [null] },
  },
  'a transaction by Blockbook': {
    ask: (provider) => transactionOf(blockbookSource('BTC', provider)),
    ...{ status: 400, own: `{"error":"Transaction '${ID}' not found"}`, nothing: [null] },
  },
};

const PROXIES: readonly string[] = [
  '{"error":"Network not supported"}',
  '<!doctype html><html><head><title>404 Not Found</title></head></html>',
  '{"message":"no Route matched with those values"}',
  '404 page not found',
  '',
];

describe.each(Object.entries(FORMATS))('%s', (_name, { ask, status, own, nothing }) => {
  it.each(PROXIES)('fails where a proxy answers 404 in words of its own: %s', async (body) => {
    const server = await startFaultyServer(() => ({ status: 404, body }));
    const provider = trialProvider(server.url);
    await expect(ask(provider)).rejects.toMatchObject({ fault: { kind: 'unavailable', reason: 'status 404' } });
    await Promise.all([provider.close(), server.close()]);
  });

  it('is absent where the server itself says so', async () => {
    const server = await startFaultyServer(({ path }) =>
      path === '/' ? { status: 200, body: '{"history_elder_ledger":2}' } : { status, body: own },
    );
    const provider = trialProvider(server.url);
    expect(await ask(provider)).toMatchObject(nothing as object);
    await Promise.all([provider.close(), server.close()]);
  });
});
