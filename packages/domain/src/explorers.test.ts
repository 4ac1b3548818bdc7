import { describe, expect, it } from 'vitest';
import { contractPage, EXPLORERS, networkOfSite, transactionPage } from './explorers.ts';
import { NETWORK_IDS } from './network.ts';

const ID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

function siteOf(link: string): string {
  return link.replace('https://', '');
}

describe('explorers', () => {
  it.each(NETWORK_IDS)('have a page of each transaction of %s, which names the network again', (network) => {
    const page = transactionPage(network, ID);
    expect(page).toMatch(/^https:\/\/\S+\/f4184f/);
    expect(networkOfSite(siteOf(page))).toBe(network);
  });

  it('are of one network each', () => {
    const sites = Object.values(EXPLORERS).flatMap(({ sites: own }) => own);
    expect(new Set(sites).size).toBe(sites.length);
    for (const site of sites) expect(networkOfSite(`${site}/tx/${ID}`), site).not.toBeNull();
  });

  it.each([
    ['with www', `www.tronscan.org/#/transaction/${ID}`, 'TRX'],
    ['in capitals', `TronScan.org/#/transaction/${ID}`, 'TRX'],
    ['of a network of a site with several', `blockchair.com/litecoin/transaction/${ID}`, 'LTC'],
    ['of a network whose name begins like another', `blockchair.com/ethereum-classic/transaction/${ID}`, 'ETC'],
    ['of a site below another one', `optimistic.etherscan.io/tx/0x${ID}`, 'OP'],
    ['of a test network', `sepolia.etherscan.io/tx/0x${ID}`, null],
    ['of a site whose name begins alike', `etherscan.io.example.org/tx/0x${ID}`, null],
    ['of a site that is not known', `example.org/tx/${ID}`, null],
  ])('are recognised in a link %s', (_what, site, network) => {
    expect(networkOfSite(site)).toBe(network);
  });

  it('have the page of a contract, which Tron has apart', () => {
    expect(contractPage('TRX', 'TR7')).toBe('https://tronscan.org/#/contract/TR7');
    expect(contractPage('ETH', '0xdac')).toBe('https://etherscan.io/address/0xdac');
  });
});
