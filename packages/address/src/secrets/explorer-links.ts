/** What makes a word a link. */
const LINK = /https?:\/\/|www\.|[\w-]\.[a-z]{2}/i;
/** The part of an explorer's link that names a transaction, with the id after it; some sites name the coin between. */
const TRANSACTION =
  /[/#?&](?:tx|txs|txn|txid|tx_?hash|transactions?|trx|extrinsics?|operations?|signature)[/=:](?:[a-z]{2,8}\/)?((?:0x)?[A-Za-z0-9]{40,})/gi;

/**
 * The ids of transactions that explorers' links in a text name, as they are written there. Takes time in proportion to
 * the text: the beginning of a link is looked for once in each word.
 */
export function transactionsInLinks(text: string): readonly string[] {
  return text.split(/\s+/).flatMap((word) => {
    const link = LINK.exec(word);
    if (link === null) return [];
    return [...word.slice(link.index + link[0].length).matchAll(TRANSACTION)].map(([, id = '']) => id);
  });
}

/** The same in lower case and without `0x`. */
export function linkedTransactions(text: string): ReadonlySet<string> {
  return new Set(transactionsInLinks(text).map((id) => id.toLowerCase().replace(/^0x(?=.{40})/, '')));
}
