import { assetByContract, CATEGORIES, type Category, CONFIDENCE, isNetworkId, isProtectedAddress } from '@assay/domain';
import { locateAddress } from '../known/label-chain.ts';
import type { ActorClaim, ActorRow, LabelClaim, LabelRow } from '../label-claim.ts';
import { categoryOfWords } from './category-words.ts';
import { confidenceOf } from './confidence-words.ts';

const MAX_ENTITY_LENGTH = 200;
const MAX_URL_LENGTH = 2000;
const SOURCE_ID = /^[A-Za-z0-9][\w.:/-]{0,79}$/;

export type ReadLabel =
  | { readonly ok: true; readonly row: LabelRow; readonly unknownWords: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Judges one publisher's row: where the address lives, what its words mean, how sure the source is.
 *
 * @param strict our own formats: a word outside the tables is a mistake and refuses the row. Publishers' formats:
 *   such a word is counted, and the category is `other_entities`.
 */
export function readLabelClaim(claim: LabelClaim, strict: boolean): ReadLabel {
  const placed = locateAddress(claim.address.trim(), claim.chain);
  if (!placed.ok) return placed;
  const { category, unknown } = categoryOfWords([...(claim.hints ?? []), ...claim.words]);
  if (strict && claim.words.some((word) => categoryOfWords([word]).unknown.length > 0)) {
    return refused(`unknown category "${claim.words.join(', ').slice(0, 40)}"`);
  }
  if (strict && category === null) return refused('no category');
  const confidence = confidenceOf(claim.confidence);
  if (confidence === null && strict) return refused(`unknown confidence "${claim.confidence?.slice(0, 40)}"`);
  if (claim.source !== undefined && !SOURCE_ID.test(claim.source)) return refused('source is no short id');
  // A source that names nobody still says what kind of money it is.
  const entity = cleanText(claim.entity).slice(0, MAX_ENTITY_LENGTH) || (category ? CATEGORIES[category].title : '');
  if (entity === '') return refused('neither entity nor category');
  if (category !== 'issuer' && isProtectedAddress(placed.chain, placed.canonical)) {
    return refused('protected mint or burn address');
  }
  const noParty = category === 'issuer' ? null : noPartyReason(placed.chain, placed.canonical);
  if (noParty !== null) return refused(noParty);
  const sourceDate = dateOf(claim.sourceDate);
  const validFrom = instantOf(claim.validFrom);
  const validTo = instantOf(claim.validTo);
  if (strict && (sourceDate === undefined || validFrom === undefined || validTo === undefined)) {
    return refused('a date is not YYYY-MM-DD or ISO 8601');
  }
  const endsWithDay = typeof validTo === 'string' && isDay(claim.validTo);
  if (validFrom && validTo && (endsWithDay ? validTo < validFrom.slice(0, 10) : validTo < validFrom))
    return refused('valid_to lies before valid_from');
  const unknownWords = confidence === null ? [...unknown, `confidence ${claim.confidence}`] : unknown;
  return {
    ok: true,
    unknownWords,
    row: {
      network: placed.chain,
      address: placed.canonical,
      entity,
      actor: isIllicit(category) ? null : cleanText(claim.actor ?? '').slice(0, MAX_ENTITY_LENGTH) || null,
      category,
      confidence: confidence ?? CONFIDENCE.unstated,
      source: claim.source ?? null,
      sourceUrl: urlOf(claim.sourceUrl),
      sourceDate: sourceDate ?? null,
      validFrom: validFrom ?? null,
      validTo: validTo ?? null,
      endsWithDay,
    },
  };
}

/** Reads an actor; words of no weight are passed over, as an actor often carries several. */
export function readActorClaim(claim: ActorClaim): { row: ActorRow; unknownWords: string[] } | { reason: string } {
  const actor = cleanText(claim.actor).slice(0, MAX_ENTITY_LENGTH);
  const name = cleanText(claim.name).slice(0, MAX_ENTITY_LENGTH);
  if (actor === '') return { reason: 'no actor id' };
  const { category, unknown } = categoryOfWords(claim.words);
  return { row: { actor, entity: name || actor, category: informative(category) }, unknownWords: [...unknown] };
}

/** The actor beside a theft or a fraud is often its victim: such a label keeps the name its source gave it. */
function isIllicit(category: Category | null): boolean {
  return category !== null && ['S', 'A'].includes(CATEGORIES[category].tier);
}

/** Says nothing more than the lack of a category would. */
function informative(category: Category | null): Category | null {
  return category === 'other_entities' ? null : category;
}

function refused(reason: string): ReadLabel {
  return { ok: false, reason };
}

/** One line of text: control characters would break lists and the terminal, and PostgreSQL refuses NUL. */
function cleanText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .normalize('NFC');
}

/** Only links a browser may follow; anything else is no source URL. */
function urlOf(text: string | undefined): string | null {
  const value = (text ?? '').trim();
  if (value.length > MAX_URL_LENGTH || !/^https?:\/\/\S+$/i.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

/** `YYYY-MM-DD` of a date or instant; null when none is given, undefined when it is no date. */
function dateOf(text: string | undefined): string | null | undefined {
  const instant = instantOf(text);
  return instant ? instant.slice(0, 10) : instant;
}

/** Whether a date says a day and no time of it. */
function isDay(text: string | undefined): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test((text ?? '').trim());
}

function instantOf(text: string | undefined): string | null | undefined {
  const value = (text ?? '').trim();
  if (value === '') return null;
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value);
  if (!match) return undefined;
  const time = Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}${match[3] ?? 'Z'}`);
  if (Number.isNaN(time)) return undefined;
  const instant = new Date(time).toISOString();
  // Date.parse rolls 2021-02-30 over into March.
  return match[3] === undefined && instant.slice(0, 10) !== match[1] ? undefined : instant;
}

/**
 * Contracts of tokens and protocols that are no asset of ours, on Ethereum: Tether froze them because tokens that are sent
 * there by mistake are lost, and lists of frozen addresses name them (the corrections of 2026-11-28, by DefiLlama's
 * adapters and the tokens' own names).
 */
const OTHER_CONTRACTS: ReadonlySet<string> = new Set([
  '0x0cdf9acd87e940837ff21bb40c9fd55f68bba059',
  '0x0f51bb10119727a7e5ea3538074fb341f56b09ad',
  '0x249e38ea4102d0cf8264d3701f1a0e39c4f2dc3b',
  '0x3f382dbd960e3a9bbceae22651e88158d2791550',
  '0x42476f744292107e34519f9c357927074ea3f75d',
  '0x4688a8b1f292fdab17e9a90c8bc379dc1dbd8713',
  '0x56d811088235f11c8920698a204a5010a788f4b3',
  '0x657b83a0336561c8f64389a6f5ade675c04b0c3b',
  '0x668dbf100635f593a3847c0bdaf21f0a09380188',
  '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2',
  '0x7a58c0be72be218b41c608b7fe7c5bb630736c71',
  '0x86772b1409b61c639eaac9ba0acfbb6e238e5f83',
  '0x9f284e1337a815fe77d2ff4ae46544645b20c5ff',
  '0xa7ed29b253d8b4e3109ce07c80fc570f81b63696',
  '0xb1f66997a5760428d3a87d68b90bfe0ae64121cc',
  '0xba11d00c5f74255f56a5e366f4f77f5a186d7f55',
  '0xbd2949f67dcdc549c6ebe98696449fa79d988a9f',
  '0xd533a949740bb3306d119cc777fa900ba034cd52',
  '0xd8e3fb3b08eba982f2754988d70d57edc0055ae6',
  '0xda3145d0a373712e036106fc1fa34b1014807e68',
  '0xf3ae5d769e153ef72b4e3591ac004e89f48107a1',
]);

/** The programs of an EVM network itself are numbered from one, and mistyped numbers look like them. */
const LOW_NUMBERED = /^0x0{36}[0-9a-f]{4}$/;

/**
 * Why an address can be nobody's, whatever a list says: it is the contract of a token, which everybody's payments name, or
 * a small number. Null where it may be somebody's.
 *
 * @param address canonical
 */
function noPartyReason(chain: string, address: string): string | null {
  if (!isNetworkId(chain)) return null;
  if (assetByContract(chain, address) !== undefined || (chain === 'ETH' && OTHER_CONTRACTS.has(address))) {
    return 'contract of a token, which is no party';
  }
  return LOW_NUMBERED.test(address) ? 'low-numbered address, which is no party' : null;
}
