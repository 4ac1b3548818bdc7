import { bareWord } from './plain-text.ts';

/** A word of a pasted text, taken apart. */
export interface PastedWord {
  readonly is: 'plain' | 'payment link' | 'link';
  /** What can be the address, the likeliest first. */
  readonly candidates: readonly string[];
  /** Destination tag or memo number that the word carries beside an address. */
  readonly tag: string | null;
  /** The link names a transaction or block, not an account. */
  readonly isTransaction: boolean;
  /** The link is of a test network. */
  readonly isTest: boolean;
}

const WEB_LINK = /^(?:https?:\/\/|www\.|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24}(?::\d+)?[/?#])/i;
const PAYMENT_LINK = /^(?:web\+)?[a-z][a-z\d+.-]{1,24}:/i;
/** Who is paid, where a link also names the contract of a token or a search (EIP-681, SEP-7, Etherscan's `?a=`). */
const PAYEE = /^(?:address|destination|recipient|to|a|q|account|query|search)$/i;
const TAG = /^(?:dt|tag|destination_?tag|memo)$/i;
const TRANSACTION = /^(?:tx|txs|txn|txid|tx_?hash|transactions?|block|blocks|extrinsics?|operations?|ops|ledger)$/i;
const TEST_NETWORK =
  /^(?:testnet\d?|test|signet|regtest|sepolia|goerli|holesky|hoodi|ropsten|rinkeby|mumbai|amoy|fuji|chapel|shasta|nile|devnet|stagenet|futurenet|westend|preprod|preview|[a-z]+-(?:testnet|sepolia)|testnet-[a-z]+)$/i;

/** Takes a word apart as a web link, a payment link (BIP-21, EIP-681, SEP-7 and others), or as it is. */
export function takeApart(word: string): PastedWord {
  const bare = bareWord(word);
  if (WEB_LINK.test(bare)) return takeLinkApart(bare.replace(/^https?:\/\//i, ''), 'link');
  if (PAYMENT_LINK.test(bare)) {
    const rest = bare.replace(PAYMENT_LINK, '').replace(/^\/+/, '');
    const parts = takeLinkApart(`/${rest}`, 'payment link');
    // A cash address begins with its coin, which is a part of it; so does a raw address of TON.
    return { ...parts, candidates: [bare, bare.split('?')[0] ?? bare, ...parts.candidates] };
  }
  const [first = '', ...rest] = bare.split(/[?:#@/]/);
  const tag = /^(?:(?:dt|tag)=)?(\d{1,20})(?:&|$)/i.exec(rest[0] ?? '')?.[1] ?? null;
  return { is: 'plain', candidates: [bare, first], tag, isTransaction: false, isTest: false };
}

function takeLinkApart(link: string, is: 'link' | 'payment link'): PastedWord {
  const [head = '', ...rest] = link.split('#');
  const [path = '', query = ''] = splitOnce(head, '?');
  const [, hashQuery = ''] = splitOnce(rest.join('#'), '?');
  const hashPath = splitOnce(rest.join('#'), '?')[0] ?? '';
  const segments = [...path.split('/'), ...hashPath.split('/')].map(decoded);
  const [host = '', ...places] = segments;
  const pairs = [...query.split('&'), ...hashQuery.split('&')].map((pair) => splitOnce(pair, '=').map(decoded));
  const payees = pairs.filter(([name = '']) => PAYEE.test(name)).map(([, value = '']) => value);
  const others = pairs.filter(([name = '']) => !PAYEE.test(name)).map(([, value = '']) => value);
  const tag = pairs.find(([name = '', value = '']) => TAG.test(name) && /^\d{1,20}$/.test(value))?.[1] ?? null;
  const inPath = places.flatMap((place) => [place, ...place.replace(/^pay-/, '').split(/[@:]/)]);
  const networks = [...host.split('.').slice(0, -1), ...places, ...others];
  return {
    is,
    candidates: [...payees, ...inPath, ...others].map(bareWord).filter((text) => text !== ''),
    tag,
    isTransaction: is === 'link' && places.some((place) => TRANSACTION.test(place)),
    isTest: networks.some((part) => TEST_NETWORK.test(part)),
  };
}

function splitOnce(text: string, at: string): string[] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + at.length)];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing: the part is read as it is.
    return part;
  }
}
