import { EXPLORERS, NETWORK_IDS, transactionPage } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { readTransaction } from './read-transaction.ts';
import { recogniseText } from './recognise-text.ts';

const HEX = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const SOLANA = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const ETHEREUM_STYLE = ['ETH', 'BSC', 'POLYGON', 'OP', 'ARB', 'AVAX', 'ETC'];

function idOn(network: string): string {
  if (network === 'SOL') return SOLANA;
  return ETHEREUM_STYLE.includes(network) ? `0x${HEX}` : HEX;
}

describe('the transaction that a text names', () => {
  it.each(NETWORK_IDS)('is of %s in a link to its explorers, which is no question', async (network) => {
    const id = idOn(network);
    const links = [
      transactionPage(network, id),
      ...EXPLORERS[network].sites.map((site) =>
        /\/(?:transaction|transactions\/\w+|tx)$/.test(site) ? `https://${site}/${id}` : `https://${site}/tx/${id}`,
      ),
    ];
    for (const link of links) {
      expect(readTransaction(link), link).toMatchObject({ networks: [network] });
      expect(readTransaction(link)?.ids[0], link).toBe(id);
      expect((await recogniseText(link)).is, link).toBe('transaction');
    }
  });

  it('can be of several networks where it is all there is', () => {
    expect(readTransaction(`0x${HEX}`)).toMatchObject({
      ids: [`0x${HEX}`, HEX, HEX.toUpperCase()],
      networks: ETHEREUM_STYLE,
    });
    const bare = readTransaction(` ${HEX} `);
    expect(bare?.ids[0]).toBe(HEX);
    expect(bare?.networks).toEqual(NETWORK_IDS.filter((network) => network !== 'SOL'));
    expect(readTransaction(SOLANA)).toEqual({ ids: [SOLANA], networks: ['SOL'] });
  });

  it('can be of several networks in a link of a site that is not known', () => {
    expect(readTransaction(`https://example.org/tx/${HEX}`)?.networks).toContain('BTC');
  });

  it('is of none in a link of a test network', () => {
    expect(readTransaction(`https://sepolia.etherscan.io/tx/0x${HEX}`)?.networks).toEqual([]);
    expect(readTransaction(`https://mempool.space/testnet/tx/${HEX}`)?.networks).toEqual([]);
    expect(readTransaction(`https://explorer.solana.com/tx/${SOLANA}?cluster=devnet`)?.networks).toEqual([]);
  });

  it.each(['', 'my payment', 'https://mempool.space/address/1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'])(
    'is none in %j',
    (text) => expect(readTransaction(text)).toBeNull(),
  );
});
