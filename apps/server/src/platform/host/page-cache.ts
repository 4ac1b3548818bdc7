import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { HashedPage } from './inline-hashes.ts';
import type { RecordedCall } from './recorded-calls.ts';

export type PageEncoding = 'br' | 'gzip' | 'identity';

/** A page that is sent to several visitors as it is. */
export interface StoredPage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodies: Readonly<Record<PageEncoding, Buffer>>;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** What the API answered when it was rendered. */
  readonly calls: readonly RecordedCall[];
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
/** Packed once and sent often, so that it may take longer than packing for one visitor. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

export async function storedPage(
  { html, scripts, styles }: HashedPage,
  headers: StoredPage['headers'],
  calls: readonly RecordedCall[],
): Promise<StoredPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([packBrotli(identity, BROTLI), packGzip(identity)]);
  return { headers, bodies: { br, gzip: gz, identity }, scripts, styles, calls };
}

interface CachedPage {
  readonly page: StoredPage;
  /** When the API was last asked whether the data of the page is the same. */
  readonly confirmedAtMs: number;
}

/** Pages by what they depend on, together at most `maxBytes`; the one that was sent longest ago goes first. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;

  constructor(maxBytes: number) {
    this.#pages = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ page }) => sizeOf(page) });
  }

  get(key: string): CachedPage | null {
    return this.#pages.get(key) ?? null;
  }

  set(key: string, entry: CachedPage): void {
    this.#pages.set(key, entry);
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }
}

/** The key of a page of this build under these settings. */
export function pageKeyOf(path: string, buildId: string, settings: object): string {
  return createHash('sha256')
    .update(JSON.stringify([path, buildId, settings]))
    .digest('base64');
}

function sizeOf({ bodies, headers, calls }: StoredPage): number {
  const bytes = bodies.br.byteLength + bodies.gzip.byteLength + bodies.identity.byteLength;
  return bytes + JSON.stringify([headers, calls]).length;
}

/** So many encodings of a header are read: browsers name five at most. */
const MOST_ENCODINGS = 32;

/** The encoding to answer in (RFC 9110, section 12.5.3); the smallest that the visitor accepts. */
export function encodingFor(acceptEncoding: string | undefined): PageEncoding {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',', MOST_ENCODINGS).map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return [name, parameters.some((text) => /^q=0(?:\.0*)?$/.test(text)) ? 'refused' : 'accepted'] as const;
    }),
  );
  const isAccepted = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 'refused') === 'accepted';
  if (isAccepted('br')) return 'br';
  return isAccepted('gzip') ? 'gzip' : 'identity';
}
