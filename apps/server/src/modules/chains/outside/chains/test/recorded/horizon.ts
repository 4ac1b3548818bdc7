// Recorded in 2020 from Horizon by trustwallet/blockatlas (MIT, commit 90cae3b), of each row only the fields that are
// read.

export const RECORDED_PAYMENTS = [
  {
    id: '126805490620608513',
    paging_token: '126805490620608513',
    transaction_successful: true,
    type: 'payment',
    created_at: '2020-05-06T16:52:06Z',
    transaction_hash: '9fbf86268628fc41da6c984a764793f43bcac3b92ed2add6c87ecd0c9fe4d648',
    asset_type: 'native',
    from: 'GCTUYXRTC2OPWWUCE6KBQEJTDFALN6BWHUXT3IHCXMTHW5K46NJCVHYN',
    to: 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX',
    amount: '8354897.0000000',
  },
  {
    id: '126804090461483009',
    paging_token: '126804090461483009',
    transaction_successful: true,
    type: 'payment',
    created_at: '2020-05-06T16:21:22Z',
    transaction_hash: 'b8a8a1df708ff34b0db62551fd2fe6ee9dcbdd2167b0c1460d4eee4d091c7389',
    asset_type: 'native',
    from: 'GB76DZDZQRUGK3KEINZM6YDZI5OPVAP6UTIZKZIFNTRMG5T7UC5IRVRE',
    to: 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX',
    amount: '119470463.0000000',
  },
  {
    id: '25002129911451649',
    paging_token: '25002129911451649',
    transaction_successful: true,
    type: 'create_account',
    created_at: '2016-08-10T17:30:20Z',
    transaction_hash: '8b96cf3a660b85ef80b5a84c032cacdb93bb139cfe7e929b974ea9eaa0d29141',
    starting_balance: '47326939370.0000000',
    funder: 'GBEZOC5U4TVH7ZY5N3FLYHTCZSI6VFGTULG7PBITLF5ZEBPJXFT46YZM',
    account: 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX',
  },
];
