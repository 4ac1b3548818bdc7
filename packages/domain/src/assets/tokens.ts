import type { Parent } from '../asset.ts';

export interface TokenFacts {
  readonly ticker: string;
  readonly name: string;
  readonly on: readonly {
    readonly parent: Parent;
    /** Base units per token are 10^decimals; the same token can differ between networks (USDT on BSC has 18). */
    readonly decimals: number;
    /** Contract, mint or denomination; null where it is not known for sure. */
    readonly contract: string | null;
  }[];
}

/**
 * Tokens by ticker, networks in configuration order. Facts: the issuers' published addresses as collected in web3icons
 * (MIT), completed from the issuers' own pages (USDT and USDC on the networks missing there). USDD on Tron moved to a
 * new contract in 2025, so none is named.
 */
export const TOKENS = [
  {
    ticker: 'USDT',
    name: 'Tether',
    on: [
      { parent: 'TRX', decimals: 6, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      { parent: 'ETH', decimals: 6, contract: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
      { parent: 'BSC', decimals: 18, contract: '0x55d398326f99059ff775485246999027b3197955' },
      { parent: 'POLYGON', decimals: 6, contract: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f' },
      { parent: 'SOL', decimals: 6, contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
      { parent: 'OP', decimals: 6, contract: '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58' },
      { parent: 'ARB', decimals: 6, contract: '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9' },
      { parent: 'AVAX', decimals: 6, contract: '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7' },
    ],
  },
  {
    ticker: 'USDC',
    name: 'USD Coin',
    on: [
      { parent: 'ETH', decimals: 6, contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
      { parent: 'TRX', decimals: 6, contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8' },
      { parent: 'BSC', decimals: 18, contract: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d' },
      { parent: 'POLYGON', decimals: 6, contract: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359' },
      { parent: 'SOL', decimals: 6, contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      { parent: 'OP', decimals: 6, contract: '0x0b2c639c533813f4aa9d7837caf62653d097ff85' },
      { parent: 'ARB', decimals: 6, contract: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' },
      { parent: 'AVAX', decimals: 6, contract: '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e' },
    ],
  },
  {
    ticker: 'DAI',
    name: 'Dai',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x6b175474e89094c44da98b954eedeac495271d0f' },
      { parent: 'BSC', decimals: 18, contract: '0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3' },
      { parent: 'POLYGON', decimals: 18, contract: '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063' },
      { parent: 'OP', decimals: 18, contract: '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1' },
      { parent: 'ARB', decimals: 18, contract: '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1' },
      { parent: 'AVAX', decimals: 18, contract: '0xd586e7f844cea2f87f50152665bcbc2c279d8d70' },
    ],
  },
  {
    ticker: 'AXL',
    name: 'Axelar',
    on: [
      { parent: 'ETH', decimals: 6, contract: '0x467719ad09025fcc6cf6f8311755809d45a5e5f3' },
      { parent: 'BSC', decimals: 6, contract: '0x8b1f4432f943c465a973fedc6d7aa50fc96f1f65' },
      { parent: 'POLYGON', decimals: 6, contract: '0x6e4e624106cb12e168e6533f8ec7c82263358940' },
      { parent: 'OP', decimals: 6, contract: '0x23ee2343b892b1bb63503a4fabc840e0e2c6810f' },
      { parent: 'ARB', decimals: 6, contract: '0x23ee2343b892b1bb63503a4fabc840e0e2c6810f' },
      { parent: 'AVAX', decimals: 6, contract: '0x44c784266cf024a60e8acf2427b9857ace194c5d' },
    ],
  },
  {
    ticker: 'USTC',
    name: 'TerraClassicUSD',
    on: [{ parent: 'LUNC', decimals: 6, contract: 'uusd' }],
  },
  {
    ticker: 'WBTC',
    name: 'Wrapped Bitcoin',
    on: [
      { parent: 'ETH', decimals: 8, contract: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599' },
      { parent: 'POLYGON', decimals: 8, contract: '0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6' },
      { parent: 'ARB', decimals: 8, contract: '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f' },
    ],
  },
  {
    ticker: 'LINK',
    name: 'Chainlink',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x514910771af9ca656af840dff83e8264ecf986ca' },
      { parent: 'BSC', decimals: 18, contract: '0xf8a0bf9cf54bb92f17374d9e9a321e6a111a51bd' },
      { parent: 'POLYGON', decimals: 18, contract: '0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39' },
      { parent: 'ARB', decimals: 18, contract: '0xf97f4df75117a78c1a5a0dbb814af92458539fb4' },
      { parent: 'AVAX', decimals: 18, contract: '0x5947bb275c521040051d82396192181b413227a3' },
    ],
  },
  {
    ticker: 'UNI',
    name: 'Uniswap',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984' },
      { parent: 'BSC', decimals: 18, contract: '0xbf5140a22578168fd562dccf235e5d43a02ce9b1' },
      { parent: 'POLYGON', decimals: 18, contract: '0xb33eaad8d922b1083446dc23f610c2567fb5180f' },
      { parent: 'OP', decimals: 18, contract: '0x6fd9d7ad17242c41f7131d257212c54a0e816691' },
      { parent: 'ARB', decimals: 18, contract: '0xfa7f8980b0f1e64a2062791cc3b0871572f1f7f0' },
    ],
  },
  {
    ticker: 'AAVE',
    name: 'Aave',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9' },
      { parent: 'BSC', decimals: 18, contract: '0xfb6115445bff7b52feb98650c87f44907e58f802' },
      { parent: 'POLYGON', decimals: 18, contract: '0xd6df932a45c0f255f85145f286ea0b292b21c90b' },
      { parent: 'AVAX', decimals: 18, contract: '0x63a72806098bd3d9520cc43356dd78afe5d386d9' },
    ],
  },
  {
    ticker: 'TUSD',
    name: 'TrueUSD',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x0000000000085d4780b73119b644ae5ecd22b376' },
      { parent: 'TRX', decimals: 18, contract: 'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4' },
    ],
  },
  {
    ticker: 'USDD',
    name: 'USDD',
    on: [{ parent: 'TRX', decimals: 18, contract: null }],
  },
  {
    ticker: 'FRAX',
    name: 'Frax',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x853d955acef822db058eb8505911ed77f175b99e' },
      { parent: 'ARB', decimals: 18, contract: '0x17fc002b466eec40dae837fc4be5c67993ddbd6f' },
    ],
  },
  {
    ticker: 'MATIC',
    name: 'Polygon',
    on: [
      { parent: 'ETH', decimals: 18, contract: '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0' },
      { parent: 'BSC', decimals: 18, contract: '0xcc42724c6683b7e57334c4e856f4c9965ed682bd' },
    ],
  },
  {
    ticker: 'SHIB',
    name: 'Shiba Inu',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce' }],
  },
  {
    ticker: 'PEPE',
    name: 'Pepe',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x6982508145454ce325ddbe47a25d4ec3d2311933' }],
  },
  {
    ticker: 'MKR',
    name: 'Maker',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2' }],
  },
  {
    ticker: 'CRV',
    name: 'Curve DAO',
    on: [{ parent: 'ETH', decimals: 18, contract: '0xd533a949740bb3306d119cc777fa900ba034cd52' }],
  },
  {
    ticker: 'COMP',
    name: 'Compound',
    on: [{ parent: 'ETH', decimals: 18, contract: '0xc00e94cb662c3520282e6f5717214004a7f26888' }],
  },
  {
    ticker: 'SUSHI',
    name: 'Sushi',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2' }],
  },
  {
    ticker: 'GRT',
    name: 'The Graph',
    on: [{ parent: 'ETH', decimals: 18, contract: '0xc944e90c64b2c07662a292be6244bdf05cda44a7' }],
  },
  {
    ticker: 'LDO',
    name: 'Lido DAO',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x5a98fcbea516cf06857215779fd812ca3bef1b32' }],
  },
  {
    ticker: 'ENS',
    name: 'Ethereum Name Service',
    on: [{ parent: 'ETH', decimals: 18, contract: '0xc18360217d8f7ab5e7c516566761ea12ce7f9d72' }],
  },
  {
    ticker: 'APE',
    name: 'ApeCoin',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x4d224452801aced8b2f0aebe155379bb5d594381' }],
  },
  {
    ticker: 'SAND',
    name: 'The Sandbox',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x3845badade8e6dff049820680d1f14bd3903a5d0' }],
  },
  {
    ticker: 'MANA',
    name: 'Decentraland',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x0f5d2fb29fb7d3cfee444a200298f468908cc942' }],
  },
  {
    ticker: 'ENJ',
    name: 'Enjin Coin',
    on: [{ parent: 'ETH', decimals: 18, contract: '0xf629cbd94d3791c9250152bd8dfbdf380e2a3b9c' }],
  },
  {
    ticker: 'CHZ',
    name: 'Chiliz',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x3506424f91fd33084466f402d5d97f05f8e3b4af' }],
  },
  {
    ticker: 'BAT',
    name: 'Basic Attention Token',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x0d8775f648430679a709e98d2b0cb6250d2887ef' }],
  },
  {
    ticker: 'SNX',
    name: 'Synthetix',
    on: [{ parent: 'ETH', decimals: 18, contract: '0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f' }],
  },
  {
    ticker: 'YFI',
    name: 'yearn.finance',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e' }],
  },
  {
    ticker: '1INCH',
    name: '1inch',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x111111111117dc0aa78b770fa6a738034120c302' }],
  },
  {
    ticker: 'CAKE',
    name: 'PancakeSwap',
    on: [{ parent: 'BSC', decimals: 18, contract: '0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82' }],
  },
  {
    ticker: 'ARB',
    name: 'Arbitrum',
    on: [{ parent: 'ARB', decimals: 18, contract: '0x912ce59144191c1204e64559fe8253a0e49e6548' }],
  },
  {
    ticker: 'OP',
    name: 'Optimism',
    on: [{ parent: 'OP', decimals: 18, contract: '0x4200000000000000000000000000000000000042' }],
  },
  {
    ticker: 'GMX',
    name: 'GMX',
    on: [{ parent: 'ARB', decimals: 18, contract: '0xfc5a1a6eb076a2c7ad06ed22c90d7e710e35ad0a' }],
  },
  {
    ticker: 'RAY',
    name: 'Raydium',
    on: [{ parent: 'SOL', decimals: 6, contract: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R' }],
  },
  {
    ticker: 'JST',
    name: 'JUST',
    on: [{ parent: 'TRX', decimals: 18, contract: 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9' }],
  },
  {
    ticker: 'SUN',
    name: 'SUN',
    on: [{ parent: 'TRX', decimals: 18, contract: 'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S' }],
  },
  {
    ticker: 'WIN',
    name: 'WINkLink',
    on: [{ parent: 'TRX', decimals: 6, contract: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }],
  },
  {
    ticker: 'PAXG',
    name: 'PAX Gold',
    on: [{ parent: 'ETH', decimals: 18, contract: '0x45804880de22913dafe09f4980848ece6ecbaf78' }],
  },
  {
    ticker: 'XAUT',
    name: 'Tether Gold',
    on: [{ parent: 'ETH', decimals: 6, contract: '0x68749665ff8d2d112fa859aa293f07a622782f38' }],
  },
  {
    ticker: 'CRO',
    name: 'Cronos',
    on: [{ parent: 'ETH', decimals: 8, contract: '0xa0b73e1ff0b80914ab6fe0444e65848c4c34450b' }],
  },
] as const satisfies readonly TokenFacts[];
