import { createHash } from 'node:crypto';

const LONGEST_PLAIN = 80;
/** A name of a web site: no spaces, and labels between dots. */
const SITE = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,18}$/;
/** Importers of the SDN list add the list's name to that of the entry. */
const LIST_SUFFIX = /\s*\(OFAC SDN[^)]*\)$/;

/**
 * Two names with the same key are spellings of one entity. Case, spaces, punctuation and accents do not count, except
 * in names of web sites, where `fetch-ai.net` and `fetchai.net` are different sites.
 *
 * @example entityKeyOf('Mt. Gox'); // 'mtgox'
 * @example entityKeyOf('Elon-Gift.com'); // 'elon-gift.com'
 */
export function entityKeyOf(name: string): string {
  const bare = bareNameOf(name).toLowerCase();
  if (SITE.test(bare)) return bare;
  const letters = bare.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? bare : letters;
}

/**
 * The last part of the entity's path: its key where that can be read in a path, else a hash of it. Different keys have
 * different slugs.
 */
export function slugOfKey(key: string): string {
  const isReadable = key.length <= LONGEST_PLAIN && (/^[a-z0-9]+$/.test(key) || SITE.test(key));
  return isReadable ? key : `x-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
}

/** What a search compares: letters and digits alone. Empty where the text has none. */
export function searchKeyOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The name without what an importer added to it. */
export function bareNameOf(name: string): string {
  return name.replace(LIST_SUFFIX, '').trim();
}
