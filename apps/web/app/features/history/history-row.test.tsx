import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { HistoryRow } from './history-row.tsx';
import type { HistoryItem } from './use-history.ts';

const item: HistoryItem = {
  sub_id: '7f3a91c2e4b87f3a91c2e4b87f3a91c2',
  ticker: 'USDT',
  parent: 'TRX',
  subticker: null,
  name: 'Tether',
  address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
  riskscore: 4,
  created_at: '2026-11-20T11:47:59.000Z',
};

function rowOf(change: Partial<HistoryItem> = {}): string {
  const Component = () => (
    <table>
      <tbody>
        <HistoryRow
          item={{ ...item, ...change }}
          timeZone="UTC"
          now={new Date('2026-12-01T00:00:00.000Z')}
          isBusy={false}
          onCheckAgain={() => undefined}
        />
      </tbody>
    </table>
  );
  const Stub = createRoutesStub([{ path: '/', Component }]);
  return renderToStaticMarkup(<Stub />);
}

describe('a row of the history', () => {
  it('[HIST-03] has icon, ticker, parent badge, address with copy, stars, date and Check again', () => {
    const [asset = '', address = '', score = '', date = '', action = ''] = rowOf().split('<td').slice(1);
    expect(asset).toContain('<svg');
    expect(asset).toMatch(/USDT.*<span class="badge[^>]*>TRX</);
    expect(address).toContain('>TNXoi…Xc32G</a>');
    expect(address).toContain('href="/riskcheck/7f3a91c2e4b87f3a91c2e4b87f3a91c2"');
    expect(address).toContain('aria-label="Copy address TNXoi…Xc32G"');
    expect(score).toContain('4 of 5 stars');
    expect(date).toContain('20 Nov 2026, 11:47');
    expect(date).toContain('20 Nov, 11:47');
    expect(action).toContain('Check again');
  });

  it('[HIST-03] shows N/A for a score of 0, and no badge for a coin of its own', () => {
    const html = rowOf({ riskscore: 0, ticker: 'BTC', parent: null });
    expect(html).toContain('N/A');
    expect(html).not.toContain('stars"');
    expect(html).not.toContain('badge');
  });

  it('says of a payment what it is, and does not offer to check the address in its place', () => {
    const id = '5a03268cdff958f836075b19dfd60dfeed22b3cb14655223c279a8d573564683';
    const html = rowOf({ payment: { transaction_id: id, direction: 'withdrawal' } });
    expect(html).toContain('Withdrawal, transaction ');
    expect(html).toContain(`title="${id}"`);
    expect(html).not.toContain('Check again');
  });
});
