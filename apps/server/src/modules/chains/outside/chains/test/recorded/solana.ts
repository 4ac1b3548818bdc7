// Recorded in 2020 from a Solana node by trustwallet/blockatlas (MIT, commit 90cae3b), of each only the fields that are
// read.

export const RECORDED_TRANSACTIONS = [
  {
    slot: 5632752,
    blockTime: 1588062639,
    meta: { err: null, fee: 5000, preBalances: [3067690000, 30165000, 1], postBalances: [3066455000, 31395000, 1] },
    transaction: {
      signatures: ['4aQuuc4XFP7SQrZF4z3TsFyqdRHQBF37yxK8t1jQLL97JSwGadEvUFSM4GK6DtacWzid7VT7VTaqbfJfbzzsboYt'],
      message: {
        accountKeys: [
          { pubkey: 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp' },
          { pubkey: 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q' },
          { pubkey: '11111111111111111111111111111111' },
        ],
      },
    },
  },
  {
    slot: 5543556,
    blockTime: 1588026961,
    meta: { err: null, fee: 5000, preBalances: [30290000, 3067570000, 1], postBalances: [30165000, 3067690000, 1] },
    transaction: {
      signatures: ['5QeLdXcC8GRh3KSs67Pq9sNE5uwFKkHt37crYLzcZ19ieh6RSEEGrS2r5eVXJiaXKb8M6FyKF45kHHmQRW2g1LYA'],
      message: {
        accountKeys: [
          { pubkey: 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q' },
          { pubkey: 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp' },
          { pubkey: '11111111111111111111111111111111' },
        ],
      },
    },
  },
];
