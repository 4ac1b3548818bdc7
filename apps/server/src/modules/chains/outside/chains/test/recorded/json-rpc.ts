// Recorded from nodes of Ethereum by blockchain-etl/ethereum-etl (MIT, commit 9e51c3b), of each only the fields that
// are read: a receipt of an older node, which names no sender, and call trees, one of a contract that destroyed itself.

export const RECORDED_RECEIPT = {
  transactionHash: '0x04cbcb236043d8fb7839e07bbc7f5eed692fb2ca55d897f1101eac3e3ad4fab8',
  transactionIndex: '0x0',
  blockNumber: '0x76250',
  contractAddress: null,
  gasUsed: '0xc6a5',
  effectiveGasPrice: '0xba43b7400',
};

export const RECORDED_LOGS = [
  {
    address: '0xf4eced2f682ce333f96f2d8966c613ded8fc95dd',
    blockNumber: '0x76250',
    data: '0x00000000000000000000000000000000000000000000000000000000000186a0',
    logIndex: '0x0',
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      '0x0000000000000000000000001b63142628311395ceafeea5667e7c9026c862ca',
      '0x000000000000000000000000ac4df82fe37ea2187bc8c011a23d743b4f39019a',
    ],
    transactionHash: '0x04cbcb236043d8fb7839e07bbc7f5eed692fb2ca55d897f1101eac3e3ad4fab8',
    transactionIndex: '0x0',
  },
];

export const RECORDED_CALL_TREES = {
  outOfGas: {
    type: 'CALL',
    from: '0xad9253df75b066c67aff5cdd9d6d2b9245444726',
    to: '0x627da06356442122f08e2203c749978151e55800',
    value: '0xde0b6b3a7640000',
    error: 'out of gas',
  },
  codeOfAnother: {
    type: 'CALL',
    from: '0x39fa8c5f2793459d6622857e7d9fbb4bd91766d3',
    to: '0xc083e9947cf02b8ffc7d3090ae9aea72df98fd47',
    value: '0x56bc75e2d63100000',
    calls: [
      {
        type: 'CALLCODE',
        from: '0xc083e9947cf02b8ffc7d3090ae9aea72df98fd47',
        to: '0x273930d21e01ee25e4c219b63259d214872220a2',
        value: '0x56bc75e2d63100000',
      },
    ],
  },
  destroyed: {
    type: 'CALL',
    from: '0x83973747eec131bf9a08ac64fb1a518e891bdf4b',
    to: '0x474faa5018639791952fae334e2911700ac7fe9b',
    value: '0x0',
    calls: [{ type: 'SELFDESTRUCT' }],
  },
  created: {
    type: 'CALL',
    from: '0xaf21e07e5a929d16026a7b4d88f3906a8d2e4942',
    to: '0x5b3c526b152b1f3d8eabe2ec27f49b904ad51cad',
    value: '0x3814695e26625c000',
  },
};
