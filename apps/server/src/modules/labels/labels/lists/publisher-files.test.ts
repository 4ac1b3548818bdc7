import { expect, it } from 'vitest';
import { filesOfListing } from './publisher-files.ts';

const FROM = { repository: 'graphsense/graphsense-tagpacks', branch: 'master' };
const PACKS = /^packs\/.+\.ya?ml$/;

function listing(paths: readonly string[], truncated = false): string {
  return JSON.stringify({ truncated, tree: paths.map((path) => ({ path, type: 'blob' })) });
}

it('names the raw files of a repository’s packs, in order', () => {
  const text = listing(['README.md', 'packs/b.yaml', 'packs/sub folder/a.yaml', 'actors/x.yaml']);
  expect(filesOfListing(text, FROM, 'https://api', PACKS)).toEqual([
    'https://raw.githubusercontent.com/graphsense/graphsense-tagpacks/master/packs/b.yaml',
    'https://raw.githubusercontent.com/graphsense/graphsense-tagpacks/master/packs/sub%20folder/a.yaml',
  ]);
});

it('refuses half a listing, another kind of answer and an empty one', () => {
  expect(() => filesOfListing(listing(['packs/a.yaml'], true), FROM, 'https://api', PACKS)).toThrow('only part');
  expect(() => filesOfListing('<html>', FROM, 'https://api', PACKS)).toThrow('other than a file listing');
  expect(() => filesOfListing(listing(['README.md']), FROM, 'https://api', PACKS)).toThrow('no file');
});
