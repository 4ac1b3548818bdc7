import { NETWORKS } from '@assay/domain';
import { z } from 'zod';
import type { Pool } from '../../../../platform/db/index.ts';
import { openSource, SourceError } from '../../../../platform/intake/index.ts';
import { type FreezeEventSource, freezeLabels, readFreezeList } from '../../../chains/index.ts';
import type { Publisher } from './publishers.ts';

const MAX_LISTING_BYTES = 20_000_000;

type RepositoryFiles = Extract<Publisher['from'], { readonly repository: string }>;

const TreeListing = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(z.object({ path: z.string(), type: z.string() })),
});

/** The raw-file URLs that make up a publisher's current list in its repository, which is asked for its files first. */
export async function repositoryFiles(from: RepositoryFiles, signal?: AbortSignal): Promise<string[]> {
  const { repository, branch, path } = from;
  const url = `https://api.github.com/repos/${repository}/git/trees/${branch}?recursive=1`;
  return filesOfListing(await readText(url, signal), from, url, path);
}

/** Raw-file URLs of the listed files whose path fits, in order of path. */
export function filesOfListing(
  listing: string,
  { repository, branch }: { readonly repository: string; readonly branch: string },
  url: string,
  path: RegExp,
): string[] {
  const parsed = TreeListing.safeParse(parseJson(listing));
  if (!parsed.success) throw new SourceError(`${url} answered something other than a file listing`);
  // Half a listing would drop the packs it leaves out.
  if (parsed.data.truncated === true) throw new SourceError(`${url} answered only part of its file listing`);
  const files = parsed.data.tree
    .filter((entry) => entry.type === 'blob' && path.test(entry.path))
    .map((entry) => entry.path);
  if (files.length === 0) throw new SourceError(`${url} lists no file of the expected kind`);
  const raw = `https://raw.githubusercontent.com/${repository}/${branch}/`;
  return files.sort().map((file) => raw + file.split('/').map(encodeURIComponent).join('/'));
}

async function readText(url: string, signal: AbortSignal | undefined): Promise<string> {
  const source = await openSource(url, { signal, maxBytes: MAX_LISTING_BYTES });
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A publisher's current list: where it is read, or its rows where they are made here. */
export type PublishedContents =
  | { readonly locations: readonly string[] }
  | { readonly locations: readonly [string]; readonly rows: () => AsyncIterable<Uint8Array> };

/** How publishers are asked on this installation. */
export interface PublisherContents {
  /** Why nobody can be asked for the list on this installation; null where somebody can. */
  readonly obstacleTo: (publisher: Publisher) => string | null;
  /** Asks for the current list; null where it names no address yet. Its errors name who was asked. */
  readonly contentsOf: (publisher: Publisher, signal: AbortSignal) => Promise<PublishedContents | null>;
}

/** Lists at their addresses, and freezes from the chains through this installation's providers. */
export function publisherContents(pool: Pool, source: FreezeEventSource): PublisherContents {
  return {
    obstacleTo: ({ from }) =>
      'freezes' in from && !source.canRead(from.freezes)
        ? `no provider that can read events is set for ${NETWORKS[from.freezes.network].name}`
        : null,
    contentsOf: async ({ from }, signal) => {
      if ('url' in from) return { locations: [from.url] };
      if ('repository' in from) return { locations: await repositoryFiles(from, signal) };
      const { freezes } = from;
      const { hasEvents } = await readFreezeList({ pool, source }, freezes, signal);
      if (!hasEvents) return null;
      return { locations: [`${freezes.network} ${freezes.contract}`], rows: () => freezeLabels(pool, freezes) };
    },
  };
}
