// Recorded in 2020 from TronGrid by trustwallet/blockatlas (MIT, commit 90cae3b): a few rows, and of each only the
// fields that are read. The first two token rows are one transfer, listed before it was confirmed and again afterwards.
// The last letter of their account is wrong in the recording and is corrected here.

export const RECORDED_ACCOUNT = { balance: 278720000, trc20: [{ TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7: '53135738' }] };

export const RECORDED_TRANSACTIONS = [
  {
    txID: 'f6804d16ac87fa77357e8145fbfdafd459433f89f87019bc8ea2308260abb761',
    block_timestamp: 1589169090000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 2820 }],
    raw_data: {
      contract: [
        {
          type: 'TransferAssetContract',
          parameter: {
            value: {
              amount: 2980411,
              asset_name: '1002000',
              owner_address: '41d0995a2071de293ff0c1fa25131c0f4bab3535ae',
              to_address: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
            },
          },
        },
      ],
    },
    blockNumber: 19634882,
  },
  {
    txID: '969e85b075fc94f8917c00461ed5e55f2e8e49e0ec26f529e7a52821b8ed65f9',
    block_timestamp: 1576767615000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 0 }],
    raw_data: {
      contract: [
        {
          type: 'UnfreezeBalanceContract',
          parameter: {
            value: {
              owner_address: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
              resource: 0,
              resource_type: 'BANDWIDTH',
            },
          },
        },
      ],
    },
  },
  {
    txID: '01700b76279521d69c7b0b0e3ca929fde1630cead2f5f6912df4852e966136e4',
    block_timestamp: 1575142338000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 0 }],
    raw_data: {
      contract: [
        {
          type: 'VoteWitnessContract',
          parameter: {
            value: {
              owner_address: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
              votes: [{ vote_address: '4178c842ee63b253f8f0d2955bbc582c661a078c9d', vote_count: 278 }],
            },
          },
        },
      ],
    },
  },
  {
    txID: '3ef5e225ce5bdd01333286e4ab4413ae3da8b80c24b26c5811ae78962940a8ca',
    block_timestamp: 1553864040000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 0 }],
    raw_data: {
      contract: [
        {
          type: 'TransferContract',
          parameter: {
            value: {
              amount: 278720000,
              owner_address: '410583a68a3bcd86c25ab1bee482bac04a216b0261',
              to_address: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
            },
          },
        },
      ],
    },
  },
];

export const RECORDED_CALLS = [
  {
    txID: '18f5908a7e208e16bfb892a5b06df75675d3142d03a0d99d270ac46143b78d06',
    block_timestamp: 1592755239000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 299770 }],
    raw_data: {
      contract: [
        {
          type: 'TriggerSmartContract',
          parameter: {
            value: {
              call_value: 0,
              contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
              data: 'a9059cbb0000000000000000000000413b334848f75cf8c27ec975bcc7cc7e54f140b3c000000000000000000000000000000000000000000000000000000000cd0e33a0',
              owner_address: '4179309abcff2cf531070ca9222a1f72c4a5136874',
            },
          },
        },
      ],
    },
    blockNumber: 20829763,
  },
  {
    txID: '2a9eda92b9a2a0e56d29000ad24daae7d577c5db44d2b737f6a35584cd81b5e0',
    block_timestamp: 1592755230000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 149770 }],
    raw_data: {
      contract: [
        {
          type: 'TriggerSmartContract',
          parameter: {
            value: {
              call_value: 0,
              contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
              data: 'a9059cbb00000000000000000000004158a82464024027b8e81bd1997cc7ba8f26a01314000000000000000000000000000000000000000000000000000000001dce7a58',
              owner_address: '4179309abcff2cf531070ca9222a1f72c4a5136874',
            },
          },
        },
      ],
    },
    blockNumber: 20829760,
  },
  {
    txID: 'c838b8a683d39c6f1a8a173e6fffc5cc9122acc690f5e35fa7c1935cc5eae540',
    block_timestamp: 1592755230000,
    ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 122570 }],
    raw_data: {
      contract: [
        {
          type: 'TriggerSmartContract',
          parameter: {
            value: {
              call_value: 0,
              contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
              data: 'a9059cbb0000000000000000000000413c51c36069e0a1fdf3278907ecd5a05e90a3ac84000000000000000000000000000000000000000000000000000000037e11d600',
              owner_address: '4179309abcff2cf531070ca9222a1f72c4a5136874',
            },
          },
        },
      ],
    },
    blockNumber: 20829760,
  },
];

export const RECORDED_TOKEN_MOVES = [
  {
    block_timestamp: 1592757117000,
    value: '500000000',
    type: 'Transfer',
    transaction_id: 'fb078403adfee637608c3906d9d21dd158611aba149b9993f43d0f292ce543a0',
    from: 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R',
    to: 'TGg7zHY9qd36aN3jLVDDRuiFeJjaaAtx8A',
    _unconfirmed: true,
    token_info: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  },
  {
    block_timestamp: 1592757066000,
    value: '50000000',
    type: 'Transfer',
    transaction_id: 'c4052b526e5cd21e1f023c31cce6b6a13eb9d8aeae3ae80fcefe6038dfbeb022',
    from: 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R',
    to: 'TXJTFuXzfoPbWKCnw47AYxMzgVPUyhJGRd',
    _unconfirmed: true,
    token_info: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  },
  {
    from: 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R',
    to: 'TXJTFuXzfoPbWKCnw47AYxMzgVPUyhJGRd',
    block_timestamp: 1592757066000,
    value: '50000000',
    type: 'Transfer',
    transaction_id: 'c4052b526e5cd21e1f023c31cce6b6a13eb9d8aeae3ae80fcefe6038dfbeb022',
    token_info: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  },
  {
    from: 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R',
    to: 'TFNEJYAKBVgc17X6fPppZ8ayaf9yswmMYV',
    block_timestamp: 1592756784000,
    value: '3988000000',
    type: 'Transfer',
    transaction_id: '0b52a4ef9fb8c13fbfae2b8c3506333ec1d718f307062a15f170562818a01d0a',
    token_info: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  },
];
