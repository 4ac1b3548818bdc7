import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { COPY_CONFIRMATION_MS } from './controls/copy-button.tsx';
import type { Flow } from './figures/flow.ts';
import { RiskFlow } from './figures/risk-flow.tsx';
import { Stars } from './marks/stars.tsx';
import { EvidenceTable } from './result/evidence-table.tsx';
import { filterAssets, searchAssets } from './search/asset-facts.ts';
import { SuggestionList } from './search/suggestion-list.tsx';

const flow: Flow = {
  totalUsd: 200,
  groups: [
    { key: 'high', items: [{ id: 'mixer', title: 'Mixer', share: 0.004, usd: 0.8 }] },
    { key: 'low', items: [{ id: 'miner', title: 'Miner', share: 0.996, usd: 199.2 }] },
  ],
};

describe('components, as the server renders them', () => {
  it('[RISK-05] name the stars, and show N/A for 0', () => {
    expect(renderToStaticMarkup(<Stars score={4} size="lg" />)).toContain('aria-label="4 of 5 stars"');
    const none = renderToStaticMarkup(<Stars score={0} size="lg" />);
    expect(none).toContain('N/A');
    expect(none).not.toContain('<svg');
  });

  it('[RISK-06] [RISK-12] show donut, toggle and legend with one decimal', () => {
    const html = renderToStaticMarkup(<RiskFlow incoming={flow} outgoing={null} />);
    expect(html).toContain('role="radiogroup"');
    expect(html.match(/aria-pressed="false"/g)).toHaveLength(2);
    expect(html).toContain('0.4%');
    expect(html).toContain('99.6%');
    expect(html).toContain('$200.00');
    expect(html).toContain('drawn wider than their share');
    const withoutPrices = renderToStaticMarkup(<RiskFlow incoming={{ ...flow, totalUsd: null }} outgoing={null} />);
    expect(withoutPrices, 'a figure in the middle of the ring').toMatch(/class="v">100\.0%.*identified, 2 categories/);
  });

  it('[RISK-07] show a text where there is no flow', () => {
    expect(renderToStaticMarkup(<RiskFlow incoming={null} outgoing={null} />)).toContain('No flow data');
  });

  it('[HIST-05] confirm a copy for 1.5 seconds', () => {
    expect(COPY_CONFIRMATION_MS).toBe(1500);
  });

  it('show the whole evidence of a line', () => {
    const line = {
      id: 'a',
      group: 'high',
      category: 'Mixer',
      entity: 'Some Mixer',
      layer: 'indirect',
      share: 0.125,
      usd: null,
      amount: '0.25 BTC',
      hops: '2',
      remarks: ['Too small to count'],
      paths: [
        {
          hops: 2,
          steps: [
            { from: 'source-address', to: 'middle-address', transactionId: 't1', amount: '1 BTC', time: '2024-01-01' },
            { from: 'middle-address', to: 'subject', transactionId: 't2', amount: '1 BTC', time: '2024-01-02' },
          ],
        },
      ],
    } as const;
    const html = renderToStaticMarkup(<EvidenceTable caption="Why" lines={[line]} subject="subject" />);
    for (const text of [
      'Mixer',
      'High risk',
      'Some Mixer',
      'Indirect',
      '12.5%',
      '0.25 BTC',
      'sourc…dress',
      'this wallet',
    ]) {
      expect(html).toContain(text);
    }
  });

  it('[SRCH-05] [SRCH-06] [SRCH-07] list the suggestions, or show the state', () => {
    const usdt = { ticker: 'USDT', parent: 'TRX', name: 'Tether' };
    const list = (state: 'searching' | 'found' | 'nothing', total = 1) =>
      renderToStaticMarkup(
        <SuggestionList
          id="list"
          state={state}
          suggestions={state === 'found' ? [usdt] : []}
          total={total}
          query=""
          onQuery={() => undefined}
          isSelected={() => true}
          active={-1}
          onChoose={() => undefined}
          onKeyDown={() => undefined}
          onLeave={() => undefined}
        />,
      );
    expect(list('searching')).toContain('Searching...');
    expect(list('nothing')).toContain('Nothing found');
    const found = list('found');
    for (const text of ['Available in this blockchains', 'USDT', 'TRX', 'Tether', 'aria-selected="true"']) {
      expect(found).toContain(text);
    }
    for (const state of ['Searching...', 'Nothing found']) expect(found).not.toContain(state);
    expect(found).not.toContain('<input');
    expect(list('found', 9)).toContain('placeholder="Search 9 assets"');
  });

  it('[PICK-02] filter assets by ticker or name, in any case; by network where those find none; suggestions by all', () => {
    const assets = [
      { ticker: 'BTC', parent: null, name: 'Bitcoin' },
      { ticker: 'USDT', parent: 'TRX', name: 'Tether' },
    ];
    expect(filterAssets(assets, 'bTc')).toEqual([assets[0]]);
    expect(filterAssets(assets, 'THER')).toEqual([assets[1]]);
    expect(filterAssets(assets, ' ')).toEqual(assets);
    expect(filterAssets(assets, 'trx')).toEqual([assets[1]]);
    expect(filterAssets(assets, 'nowhere')).toEqual([]);
    expect(searchAssets(assets, 'tether TRX ')).toEqual([assets[1]]);
    expect(searchAssets(assets, 'btc trx')).toEqual([]);
    expect(searchAssets(assets, '')).toEqual(assets);
  });
});
