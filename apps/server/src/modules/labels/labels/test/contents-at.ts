import type { PublisherContents } from '../lists/publisher-files.ts';
import type { Publisher } from '../lists/publishers.ts';

/** Publishers whose lists are read at the locations that `files` gives; at their own URL where it is not given. */
export function contentsAt(files?: (publisher: Publisher) => Promise<string[]>): PublisherContents {
  return {
    obstacleTo: () => null,
    contentsOf: async (publisher) => {
      if (files !== undefined) return { locations: await files(publisher) };
      if (!('url' in publisher.from)) throw new RangeError('a publisher without a URL');
      return { locations: [publisher.from.url] };
    },
  };
}
