import type { NetworkId } from './network.ts';

/** A usual explorer of a network, and the sites whose links to transactions are of this network alone. */
export interface ExplorerFacts {
  readonly name: string;
  /** What the id of a transaction is appended to. */
  readonly transaction: string;
  /** What an address is appended to. */
  readonly address: string;
  /** What a contract is appended to, where its page is another one than that of an address. */
  readonly contract?: string;
  /** Sites without `www.`, and the beginning of the path where a site has several networks. */
  readonly sites: readonly string[];
}

/** Sites of several networks that name each by the beginning of their paths. */
function onBlockchair(name: string): readonly string[] {
  return [`blockchair.com/${name}/transaction`, `blockchair.com/${name}/tx`];
}

export const EXPLORERS: Readonly<Record<NetworkId, ExplorerFacts>> = {
  BTC: {
    name: 'mempool.space',
    transaction: 'https://mempool.space/tx/',
    address: 'https://mempool.space/address/',
    sites: [
      ...[
        'mempool.space',
        'blockstream.info',
        'btcscan.org',
        'live.blockcypher.com/btc',
        'btc.com/btc',
        'blockonomics.co',
      ],
      ...[
        'blockchain.com/explorer/transactions/btc',
        'blockchain.com/btc',
        'blockchain.info',
        'oxt.me',
        'bitcoinexplorer.org',
      ],
      ...onBlockchair('bitcoin'),
    ],
  },
  LTC: {
    name: 'litecoinspace.org',
    transaction: 'https://litecoinspace.org/tx/',
    address: 'https://litecoinspace.org/address/',
    sites: ['litecoinspace.org', 'live.blockcypher.com/ltc', 'ltc.tokenview.io', ...onBlockchair('litecoin')],
  },
  DOGE: {
    name: 'Blockchair',
    transaction: 'https://blockchair.com/dogecoin/transaction/',
    address: 'https://blockchair.com/dogecoin/address/',
    sites: ['dogechain.info', 'live.blockcypher.com/doge', 'doge.tokenview.io', ...onBlockchair('dogecoin')],
  },
  BCH: {
    name: 'Blockchair',
    transaction: 'https://blockchair.com/bitcoin-cash/transaction/',
    address: 'https://blockchair.com/bitcoin-cash/address/',
    sites: [
      ...['explorer.bitcoinunlimited.info', 'blockchain.com/explorer/transactions/bch', 'blockchain.com/bch'],
      ...['bchexplorer.cash', ...onBlockchair('bitcoin-cash')],
    ],
  },
  DASH: {
    name: 'Blockchair',
    transaction: 'https://blockchair.com/dash/transaction/',
    address: 'https://blockchair.com/dash/address/',
    sites: ['explorer.dash.org', 'insight.dash.org', 'live.blockcypher.com/dash', ...onBlockchair('dash')],
  },
  ZEC: {
    name: 'Blockchair',
    transaction: 'https://blockchair.com/zcash/transaction/',
    address: 'https://blockchair.com/zcash/address/',
    sites: ['mainnet.zcashexplorer.app', 'explorer.zcha.in', 'cipherscan.app', ...onBlockchair('zcash')],
  },
  DGB: {
    name: 'DigiExplorer',
    transaction: 'https://digiexplorer.info/tx/',
    address: 'https://digiexplorer.info/address/',
    sites: ['digiexplorer.info', 'dgb.tokenview.io'],
  },
  RVN: {
    name: 'Ravencoin Blockbook',
    transaction: 'https://blockbook.ravencoin.org/tx/',
    address: 'https://blockbook.ravencoin.org/address/',
    sites: ['blockbook.ravencoin.org', 'rvn.cryptoscope.io', 'rvn.tokenview.io'],
  },
  ETH: {
    name: 'Etherscan',
    transaction: 'https://etherscan.io/tx/',
    address: 'https://etherscan.io/address/',
    sites: [
      ...['etherscan.io', 'eth.blockscout.com', 'ethplorer.io', 'beaconcha.in', 'live.blockcypher.com/eth'],
      ...['blockchain.com/explorer/transactions/eth', 'blockchain.com/eth', ...onBlockchair('ethereum')],
    ],
  },
  BSC: {
    name: 'BscScan',
    transaction: 'https://bscscan.com/tx/',
    address: 'https://bscscan.com/address/',
    sites: ['bscscan.com', 'bsctrace.com', ...onBlockchair('bnb')],
  },
  POLYGON: {
    name: 'PolygonScan',
    transaction: 'https://polygonscan.com/tx/',
    address: 'https://polygonscan.com/address/',
    sites: ['polygonscan.com', 'polygon.blockscout.com', ...onBlockchair('polygon')],
  },
  OP: {
    name: 'Optimistic Etherscan',
    transaction: 'https://optimistic.etherscan.io/tx/',
    address: 'https://optimistic.etherscan.io/address/',
    sites: ['optimistic.etherscan.io', 'explorer.optimism.io', 'optimism.blockscout.com', ...onBlockchair('optimism')],
  },
  ARB: {
    name: 'Arbiscan',
    transaction: 'https://arbiscan.io/tx/',
    address: 'https://arbiscan.io/address/',
    sites: ['arbiscan.io', 'arbitrum.blockscout.com', ...onBlockchair('arbitrum-one')],
  },
  AVAX: {
    name: 'Snowtrace',
    transaction: 'https://snowtrace.io/tx/',
    address: 'https://snowtrace.io/address/',
    sites: ['snowtrace.io', 'snowscan.xyz', 'subnets.avax.network/c-chain', ...onBlockchair('avalanche')],
  },
  ETC: {
    name: 'Blockscout',
    transaction: 'https://etc.blockscout.com/tx/',
    address: 'https://etc.blockscout.com/address/',
    sites: ['etc.blockscout.com', 'blockscout.com/etc', ...onBlockchair('ethereum-classic')],
  },
  TRX: {
    name: 'TronScan',
    transaction: 'https://tronscan.org/#/transaction/',
    address: 'https://tronscan.org/#/address/',
    contract: 'https://tronscan.org/#/contract/',
    sites: ['tronscan.org', 'tronscan.io', 'trx.tokenview.io', ...onBlockchair('tron')],
  },
  SOL: {
    name: 'Solscan',
    transaction: 'https://solscan.io/tx/',
    address: 'https://solscan.io/account/',
    sites: [
      'solscan.io',
      'explorer.solana.com',
      'solana.fm',
      'orbmarkets.io',
      'xray.helius.xyz',
      ...onBlockchair('solana'),
    ],
  },
  XRP: {
    name: 'XRPSCAN',
    transaction: 'https://xrpscan.com/tx/',
    address: 'https://xrpscan.com/account/',
    sites: ['xrpscan.com', 'livenet.xrpl.org', 'bithomp.com', ...onBlockchair('ripple'), ...onBlockchair('xrp-ledger')],
  },
  XLM: {
    name: 'StellarExpert',
    transaction: 'https://stellar.expert/explorer/public/tx/',
    address: 'https://stellar.expert/explorer/public/account/',
    sites: ['stellar.expert/explorer/public', 'stellarchain.io', ...onBlockchair('stellar')],
  },
  LUNC: {
    name: 'Terra Finder',
    transaction: 'https://finder.terra.money/classic/tx/',
    address: 'https://finder.terra.money/classic/address/',
    sites: ['finder.terra.money/classic', 'finder.terraclassic.community', 'finder.hexxagon.io/columbus-5'],
  },
};

/**
 * The network whose transactions the pages of a site show; null for a site that is not known, or has several.
 *
 * @param site host and path of a link without `https://`, such as `blockchair.com/tron/transaction/…`
 * @example networkOfSite('www.tronscan.org/#/transaction/5a03'); // 'TRX'
 */
export function networkOfSite(site: string): NetworkId | null {
  const bare = site.toLowerCase().replace(/^(?:www|m)\./, '');
  const fits = (known: string) => bare === known || /^[/?#:]/.test(bare.slice(known.length));
  const found = Object.entries(EXPLORERS).filter(([, { sites }]) =>
    sites.some((known) => bare.startsWith(known) && fits(known)),
  );
  const [only, another] = found;
  return only === undefined || another !== undefined ? null : (only[0] as NetworkId);
}

/** The page of a transaction in a usual explorer of its network. */
export function transactionPage(network: NetworkId, transaction: string): string {
  return EXPLORERS[network].transaction + encodeURIComponent(transaction);
}

/** The page of a contract in a usual explorer of its network. */
export function contractPage(network: NetworkId, contract: string): string {
  const { address, contract: ofContract = address } = EXPLORERS[network];
  return ofContract + encodeURIComponent(contract);
}
