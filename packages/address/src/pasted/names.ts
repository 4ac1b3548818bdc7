/**
 * Names that resolve to an address at a service of their own: ENS (with `.eth`, and labels of rollups under it), Solana
 * Name Service, TON DNS, Space ID, Unstoppable Domains and others.
 */
const NAME =
  /^[^\s./:@?#&=]{1,63}(?:\.[^\s./:@?#&=]{1,63})*\.(?:eth|sol|ton|bnb|arb|avax|trx|ada|algo|apt|sui|tez|crypto|bitcoin|btc|blockchain|dao|nft|wallet|x|zil|888|polygon|hns|base|lens|stars|bit|luxe|kred|id|xyz)$/iu;
/** `$name` of Cardano (ADA Handle). */
const HANDLE = /^\$[a-z\d_.-]{1,15}$/i;
/** A name of any other place, such as a site: letters, a dot, letters. */
const DOTTED = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,24}$/u;
/** Accounts of the system of EOS, such as that of its tokens. */
const EOS_SYSTEM_NAME = /^eosio\.[a-z1-5]{1,6}$/;
/** Top-level accounts under which people of NEAR have names; names of other places fit its format as well. */
const NEAR_NAME = /\.(?:near|tg|aurora|sweat|kaiching)$/;

/** Whether a text is a name and not an address of any format. Names of NEAR accounts are addresses. */
export function isName(text: string): boolean {
  return NAME.test(text) || HANDLE.test(text);
}

/** Whether a text can be a name or the address of a site. */
export function isDotted(text: string): boolean {
  return DOTTED.test(text) && !NEAR_NAME.test(text) && !EOS_SYSTEM_NAME.test(text);
}

/** Whether a text that fits the format of NEAR is meant as one: 64 digits, or a name under one of its own accounts. */
export function isMeantForNear(text: string): boolean {
  return !text.includes('.') || NEAR_NAME.test(text);
}
