import type { LeastChanges } from '../change/least-changes.ts';
import type { ShareChange } from '../change/least-share.ts';

const fall = { mixture: 'ever', isOfBoth: false, share: 0.042, to: 0.029_999, stars: 3 } as const;
const theft: ShareChange = { ...fall, of: { category: 'stolen_coins', layer: 'direct' } };

const share = (change: Partial<ShareChange>): LeastChanges => ({
  share: { ...theft, ...change },
  ...{ path: null, claim: null, areClaimsAsked: true },
});

/** Changes of each kind, by what is said of them; `rise` and `noRise` are of five stars, the others of fewer. */
export const CHANGES = {
  share: share({}),
  both: share({ isOfBoth: true, of: { category: 'scam', layer: 'indirect' }, mixture: 'now', share: 0.5 }),
  none: share({ to: 0 }),
  unknownOrigin: share({ of: { category: 'unknown_origin', layer: null }, share: 0.26, to: 0.25, stars: 5 }),
  notFollowed: share({ of: { category: 'not_followed', layer: null }, share: 0.100_02, to: 0.1, stars: 5 }),
  path: {
    share: null,
    path: {
      mixture: 'ever',
      ...{ category: 'scam', entity: 'A fraud', share: 0.015, transactionId: '0x0123456789abcdef', stars: 3 },
    },
    claim: { category: 'scam', entity: 'A fraud', share: 0.3, stars: 4 },
    areClaimsAsked: true,
  },
  nothing: { share: null, path: null, claim: null, areClaimsAsked: true },
  nothingAsked: { share: null, path: null, claim: null, areClaimsAsked: false },
  rise: share({ share: 0.002, to: 0.01 }),
  noRise: { share: null, path: null, claim: null, areClaimsAsked: false },
} as const satisfies Readonly<Record<string, LeastChanges>>;
