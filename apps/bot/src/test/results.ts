import type { BotExposure, BotResult } from '@assay/contracts';
import { CATEGORIES } from '@assay/domain';

const GROUP_NONE = { unknown_origin: 'Unknown origin', not_followed: 'Not followed' } as const;

/** A share of money in a category. */
export function exposure(category: BotExposure['category'], share: number, usd: number | null = null): BotExposure {
  const isResidual = category in GROUP_NONE;
  const facts = isResidual ? null : CATEGORIES[category as keyof typeof CATEGORIES];
  return {
    category,
    title: facts?.title ?? GROUP_NONE[category as keyof typeof GROUP_NONE],
    group: facts?.group ?? 'none',
    share,
    amount_usd: usd,
  };
}

/** A result as the server would send it: by default a wallet that got most of its money from a sanctioned mixer. */
export function buildResult(facts: Partial<BotResult> = {}): BotResult {
  const subId = facts.sub_id ?? '7f3a'.repeat(8);
  return {
    sub_id: subId,
    ticker: 'USDT',
    parent: 'TRX',
    subticker: null,
    name: 'Tether',
    address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
    created_at: '2026-11-20T20:05:00.000Z',
    riskscore: 2,
    verdict: 'high',
    cause: { rule: 'floor', reason: null },
    texts: {
      headline: 'High risk. Mixer source.',
      text: 'A third of incoming value traces back to mixers. A counterparty may refuse it.',
      why: 'Two stars: 34.2% of incoming value comes straight from mixers, one hop away.',
    },
    exposures: {
      incoming: [
        exposure('exchange_licensed', 0.412, 41_200),
        exposure('mixer', 0.342, 34_200),
        exposure('bridge', 0.12, 12_000),
        exposure('scam', 0.061, 61.5),
        exposure('unknown_origin', 0.045, 4_500),
        exposure('gambling', 0.02, 2_000),
      ],
      outgoing: null,
    },
    coverage: { attributed: 0.955, clean: 0.412, not_followed: 0 },
    confidence: 'high',
    complete: true,
    labels: [],
    other_network: null,
    issuer_freeze: null,
    reading: null,
    url: `https://assay.example.org/riskcheck/${subId}`,
    revoked_at: null,
    ...facts,
  };
}

/** A wallet about which nothing is known. */
export function notRated(facts: Partial<BotResult> = {}): BotResult {
  return buildResult({
    riskscore: 0,
    verdict: 'not_rated',
    cause: { rule: 'not_rated', reason: 'no_records' },
    texts: {
      headline: 'Not rated. No transfers known.',
      text: 'No transfers of this address are known here.',
      why: '',
    },
    exposures: { incoming: null, outgoing: null },
    coverage: { attributed: 0, clean: 0, not_followed: 0 },
    confidence: 'low',
    ...facts,
  });
}
