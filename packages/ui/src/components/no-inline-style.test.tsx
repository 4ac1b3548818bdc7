import { DEFAULT_PRICE_LIST, listedPlans, plansOfPeriod } from '@assay/domain';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  Alert,
  AssetPicker,
  Checkbox,
  Dialog,
  Field,
  Menu,
  MenuItem,
  Pager,
  PayAsYouGo,
  PlanTable,
  RiskFlow,
  Rosette,
  Segmented,
  Stars,
  Stepper,
  SuggestionList,
  Tabs,
  Tooltip,
} from '../index.ts';

const ignore = () => undefined;
const CHOICES = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two', note: '10%' },
] as const;
const ASSET = { ticker: 'BTC', parent: null, name: 'Bitcoin' };

/** The content security policy allows no style attribute. */
describe('server-rendered markup has no style attribute', () => {
  const parts: readonly (readonly [string, ReactElement])[] = [
    ['alert', <Alert key="" type="warn" message="Soon" />],
    ['asset picker', <AssetPicker key="" loadAssets={async () => [ASSET]} selected={ASSET} onSelect={ignore} />],
    ['checkbox', <Checkbox key="">Yes</Checkbox>],
    ['dialog', <Dialog key="" open={false} onOpenChange={ignore} title="Sure?" />],
    ['field', <Field key="" label="Email" error="Incorrect email" />],
    [
      'menu',
      <Menu key="" trigger={<button type="button">Open</button>}>
        <MenuItem>One</MenuItem>
      </Menu>,
    ],
    ['pager', <Pager key="" current={3} total={9} onPage={ignore} label="Pages" />],
    [
      'pay as you go',
      <PayAsYouGo
        priceList={DEFAULT_PRICE_LIST}
        key=""
        checks={10}
        price={{ priceCents: 990, withoutDiscountCents: 990 }}
        onChange={ignore}
        action={null}
      />,
    ],
    [
      'plans',
      <PlanTable key="" plans={plansOfPeriod(listedPlans(DEFAULT_PRICE_LIST), 'year')} actionOf={() => null} />,
    ],
    ['risk flow', <RiskFlow key="" incoming={null} outgoing={null} />],
    ['rosette', <Rosette key="" id="a" withOffice />],
    ['segmented control', <Segmented key="" label="Which" value="one" choices={CHOICES} onChange={ignore} />],
    ['stars', <Stars key="" score={3} size="md" />],
    [
      'stepper',
      <Stepper key="" label="N" value={1} least={1} most={9} fewerLabel="-" moreLabel="+" onChange={ignore} />,
    ],
    [
      'suggestions',
      <SuggestionList
        key=""
        id="s"
        state="found"
        suggestions={[ASSET]}
        total={9}
        query=""
        onQuery={ignore}
        isSelected={() => true}
        active={0}
        onChoose={ignore}
        onKeyDown={ignore}
        onLeave={ignore}
      />,
    ],
    [
      'tabs',
      <Tabs
        key=""
        label="Account"
        value="one"
        tabs={CHOICES.map((choice) => ({ ...choice, content: choice.label }))}
        onChange={ignore}
      />,
    ],
    [
      'tooltip',
      <Tooltip key="" text="Why">
        <button type="button">?</button>
      </Tooltip>,
    ],
  ];

  it.each(parts)('%s', (_name, part) => {
    const html = renderToStaticMarkup(part);
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toContain('<style');
  });

  it('although tabs and segments mark the chosen one', () => {
    const tabs = CHOICES.map((choice) => ({ ...choice, content: choice.label }));
    const html = renderToStaticMarkup(<Tabs label="Account" value="two" tabs={tabs} onChange={ignore} />);
    expect(html).toMatch(/role="tab"[^>]*aria-selected="true"[^>]*>Two|aria-selected="true"[^>]*role="tab"[^>]*>Two/);
    expect(html).toContain('aria-label="Account"');
  });
});
