import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { countedWork } from '../../../../test/support/counted-work.ts';
import { buildSuggestService } from './suggest.service.ts';

/** What the formats and patterns look for, repeated to as much as a request can carry. */
const PARTS = ['1', 'a.aa', 'a_', 'www.', '0x', 'bc1q', '/tx/a', ' x', 'ﷺ', '-----BEGIN '];
const LENGTHS = [255, 15_500];
/** Each well below a tenth of a second on a slow machine. An ordinary address takes 5,000 steps and 7,000 characters. */
const MOST = { steps: 400_000, characters: 3_000_000 };

describe('the work of suggestions, counted', () => {
  const service = buildSuggestService(ASSETS, { knownAddresses: async () => [] }, () => false);

  it.each(PARTS)('is bounded for %j, however often it is repeated', async (part) => {
    for (const length of LENGTHS) {
      const { steps, characters } = await countedWork(async () => {
        // One that holds a secret is refused: what it cost is what counts here.
        await service.suggest(part.repeat(length / part.length), 50).catch(() => []);
      });
      expect(steps, `${length} characters, steps`).toBeLessThan(MOST.steps);
      expect(characters, `${length} characters, gone over by patterns`).toBeLessThan(MOST.characters);
      expect(steps + characters, 'that anything was counted').toBeGreaterThan(1_000);
    }
  });
});
