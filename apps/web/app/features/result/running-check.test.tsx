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

const QUIET = { productName: 'Assay', facts: null, progress: null, isCancelling: false, onCancel: null };

function Page() {
  return <RunningCheck state={state} {...QUIET} />;
}

const PROGRESS = {
  phase: 'fetching',
  progress: 0.42,
  calls: { made: 23, budget: 60 },
  explained: { incoming: 0.618, outgoing: null },
  providers: ['blockstream', 'mempool'],
} as const;
const FREEZE = {
  status: 'frozen',
  issuer: 'Tether',
  since: null,
  asked_at: null,
  source: null,
  text: 'Issuer frozen.',
} as const;

function RunningPage() {
  return (
    <RunningCheck
      state={state}
      {...QUIET}
      facts={{ labels: [], is_sanctioned: false, issuer_freeze: FREEZE }}
      progress={{ ...PROGRESS, providers: [...PROGRESS.providers] }}
      onCancel={() => undefined}
    />
  );
}

const rendered = (Component: () => React.ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component }]);
  return renderToStaticMarkup(<Stub />);
};

describe('a running check', () => {
  it('shows how far it is, and never a star', () => {
    const Stub = createRoutesStub([{ path: '/', Component: Page }]);
    const html = renderToStaticMarkup(<Stub />);
    expect(html).toContain('value="37"');
    expect(html).toContain('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(html).not.toContain('class="stars"');
    expect(html).not.toContain('N/A');
  });

  it('shows what lists say, what was read, and the identified share', () => {
    const html = rendered(RunningPage);
    expect(html).toContain('Not on any sanctions list in our data.');
    expect(html).toContain('No labels for this address.');
    expect(html).toContain('23 of at most 60 requests through blockstream and mempool');
    expect(html).toContain('61.8% of incoming');
    expect(html).toContain('value="42"');
    expect(html).not.toContain('class="stars"');
  });

  it('shows that labels are still being loaded, by its events or its state', () => {
    const waiting = () => <RunningCheck state={{ ...state, phase: 'loading' }} {...QUIET} />;
    expect(rendered(waiting)).toContain('Labels are still being loaded…');
    const progress = { ...PROGRESS, phase: 'loading', calls: null, providers: [] } as const;
    const withEvents = () => <RunningCheck state={state} {...QUIET} progress={{ ...progress, providers: [] }} />;
    expect(rendered(withEvents)).toContain('Labels are still being loaded…');
    expect(rendered(Page)).not.toContain('Labels are still');
  });

  it('announces the phase and severe facts, and no request', () => {
    const said = /role="status">([^<]*)</.exec(rendered(RunningPage))?.[1];
    expect(said).toBe('The check is running. Issuer frozen. Reading the chain.');
  });

  it('can be cancelled only by its owner', () => {
    expect(rendered(RunningPage)).toContain('Cancel the check');
    expect(rendered(Page)).not.toContain('Cancel the check');
  });
});
