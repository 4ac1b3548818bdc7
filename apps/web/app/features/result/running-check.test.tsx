import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { RunningCheck } from './running-check.tsx';

const state = {
  status: 'running',
  sub_id: '7f3a91c2e4b8',
  ticker: 'BTC',
  parent: null,
  address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  progress: 0.37,
} as const;

function Page() {
  return <RunningCheck state={state} productName="Assay" />;
}

describe('a running check', () => {
  it('shows how far it is, and never a star', () => {
    const Stub = createRoutesStub([{ path: '/', Component: Page }]);
    const html = renderToStaticMarkup(<Stub />);
    expect(html).toContain('value="37"');
    expect(html).toContain('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(html).not.toContain('class="stars"');
    expect(html).not.toContain('N/A');
  });
});
