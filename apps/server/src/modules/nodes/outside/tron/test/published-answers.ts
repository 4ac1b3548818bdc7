/**
 * Answers of real nodes that others have published: headers in the documentation of java-tron's HTTP API and of TronWeb,
 * and a block and two results of transactions of a private network of java-tron 4.8.2 (github.com/sxwebdev/gotron).
 */

const zeros = '0'.repeat(64);

export const PUBLISHED_HEADERS = [
  {
    blockID: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
    raw_data: {
      number: 66987565,
      txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
      witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
      parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
      version: 34,
      timestamp: 1777445121000,
    },
  },
  {
    blockID: '0000000003fe266bf6b6d392f654dc2e5011601546ed04623d9fcc4e9d439a25',
    raw_data: {
      number: 66987627,
      txTrieRoot: 'f8156964cc3e5793a368f938a18ea45c02bd48fe3a412f7091ce8d9ef56df174',
      witness_address: '41e7860196ad5b5718c1d6326babab039b70b8c1cd',
      parentHash: '0000000003fe266a65d5194c947f6f7a059d4646c8e9a5293226bc7fdcfc775e',
      version: 34,
      timestamp: 1777445307000,
    },
  },
  {
    // Before headers had a version.
    blockID: '00000000000f89ccb110a269f6d8906caae0f3b8336dcea8490ac900770f03e0',
    raw_data: {
      number: 1018316,
      txTrieRoot: zeros,
      witness_address: '41b3eec71481e8864f0fc1f601b836b74c40548287',
      parentHash: '00000000000f89cb194a5a5eb5b7d659e2a44b646f603a19c0ad5a21b3489171',
      timestamp: 1532950878000,
    },
  },
] as const;

export const PUBLISHED_BLOCK = {
  blockID: '00000000000000a568a725352ccd7fbad4e65f56ed11d420a505c21f2230145d',
  block_header: {
    raw_data: {
      timestamp: 1790865510000,
      txTrieRoot: 'c85f5050cb4a05c58222017f823191d5ae1ca07b7bd7f090f493a35c10f03491',
      parentHash: '00000000000000a4b0ef6ad98a02403ebb86833716c2350b6338a6ee79df2dfc',
      number: 165,
      witness_address: '417e5f4552091a69125d5dfcb7b8c2659029395bdf',
      version: 38,
    },
    witness_signature:
      '9a36b7a129a3a673d326e9cb5c6974a332cca68b4c1a5ab531327da89849239147d032ebfead62d75ceadb9d8482eba53507392658bde4b8aea902ca543101cf00',
  },
  transactions: [
    {
      raw_data: {
        ref_block_bytes: '00a4',
        ref_block_hash: 'b0ef6ad98a02403e',
        expiration: 1790908707000,
        contract: [
          {
            parameter: {
              value: { owner_address: '41dcf2957055e8fcde477a077ecfeddf5ab2357547' },
              type_url: 'type.googleapis.com/protocol.CancelAllUnfreezeV2Contract',
            },
            type: 'CancelAllUnfreezeV2Contract',
          },
        ],
        timestamp: 1790865507489,
      },
      signature: [
        '755e1552868a1734c90c28dacb66e58f85eaa5fc2845593280e3b6ee1cf1b7af793cc378d8c3ad144542502270ab852095665abfffdea306200a9942a67e161401',
      ],
      ret: [{ contractRet: 'SUCCESS' }],
      raw_data_hex:
        '0a0200a42208b0ef6ad98a02403e40b8e1e8d38f345a57083b12530a38747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e43616e63656c416c6c556e667265657a655632436f6e747261637412170a1541dcf2957055e8fcde477a077ecfeddf5ab235754770a1899cbf8f34',
      txID: 'db8667ffea27109131fd5c113abcadd535c896590814a50dbf9eda253a8d19da',
    },
  ],
} as const;

export const PUBLISHED_INFOS = [
  {
    id: '0ca17a0da65cb2df52be4e5edd8654358f7ad2b6f083180e719784ff8ff1c8ae',
    fee: 2965000,
    blockNumber: 156,
    blockTimeStamp: 1790865477000,
    contractResult: ['0000000000000000000000000000000000000000000000000000000000000000'],
    contract_address: '41d53adb8bb7b45de60d0dc3d03ba0c187093b919d',
    receipt: { energy_fee: 2965000, energy_usage_total: 29650, net_usage: 345, result: 'SUCCESS' },
    log: [
      {
        address: 'd53adb8bb7b45de60d0dc3d03ba0c187093b919d',
        topics: [
          'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          '0000000000000000000000007e5f4552091a69125d5dfcb7b8c2659029395bdf',
          '000000000000000000000000dcf2957055e8fcde477a077ecfeddf5ab2357547',
        ],
        data: '00000000000000000000000000000000000000000000000000000000000f4240',
      },
    ],
  },
  {
    id: '7c44d197b2dcdc7452663f1d7fab7636e06aeb29393f7cd32074a39dde9d4139',
    fee: 676100,
    blockNumber: 158,
    blockTimeStamp: 1790865489000,
    contractResult: [''],
    contract_address: '41a4de5410785ffffc7c210f126f7534d868c2ecc9',
    receipt: { energy_fee: 676100, energy_usage_total: 6761, net_usage: 279, result: 'SUCCESS' },
    internal_transactions: [
      {
        hash: '1227752b70cbd45384e9276bddf4ed3e165c83f938a4282d734bf0458f8aee8d',
        caller_address: '41a4de5410785ffffc7c210f126f7534d868c2ecc9',
        transferTo_address: '41dcf2957055e8fcde477a077ecfeddf5ab2357547',
        callValueInfo: [{ callValue: 1 }],
        note: '63616c6c',
      },
    ],
  },
] as const;
