import { DEFAULT_PRICE_LIST, PLANS, type Plan, priceOfChecks } from '@assay/domain';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Alert, type AlertType } from '../controls/alert.tsx';
import { PayAsYouGo } from './pay-as-you-go.tsx';
import { PlanTable } from './plan-table.tsx';

const [basic] = PLANS.filter(({ type }) => type === 'basic_3');
const [flex] = PLANS.filter(({ type }) => type === 'default');
if (basic === undefined || flex === undefined) throw new Error('The catalogue lacks a plan');

const columnOf = (plan: Plan) => renderToStaticMarkup(<PlanTable plans={[plan]} actionOf={() => null} />);
/** The value in a row of the only column. */
const rowOf = (html: string, row: string) =>
  new RegExp(`<span class="plan-row">${row}</span><span>(.*?)</span></div>`).exec(html)?.[1];

describe('a column of the plans', () => {
  it('[BILL-07] shows the price of a check unless there is no period, which is as you need', () => {
    expect(columnOf(basic)).toContain('per 3 months, $0.72 per check');
    expect(rowOf(columnOf(basic), 'Payment period')).toBe('3 months');
    const without = columnOf({ ...basic, paymentPeriod: 'none' });
    expect(without).not.toContain('$0.72');
    expect(rowOf(without, 'Payment period')).toBe('As you need');
    expect(rowOf(columnOf(flex), 'Payment period')).toBe('As you need');
  });

  it('[BILL-08] counts its checks: any number, one, or so many', () => {
    const counted = (numberChecks: number, periodCheckAdd: Plan['periodCheckAdd']) =>
      rowOf(columnOf({ ...basic, numberChecks, periodCheckAdd }), 'Number of checks');
    expect(counted(0, 'none')).toBe('Any number of checks');
    expect(counted(1, 'none')).toBe('1 check');
    expect(counted(1, 'month')).toBe('1 check');
    expect(counted(0, 'month')).toBe('0 checks');
  });

  it('[BILL-08] says how many checks arrive at a time where they are not all added at once', () => {
    const [month, ...longer] = PLANS.filter(({ type }) => type.startsWith('standard_'));
    expect(month && rowOf(columnOf(month), 'Number of checks')).toBe('100 checks');
    expect(longer.map((plan) => rowOf(columnOf(plan), 'Number of checks'))).toEqual([
      '300 checks, 100 a month',
      '600 checks, 100 a month',
      '1200 checks, 100 a month',
    ]);
  });

  it('[BILL-09] shows a detail as text, as an icon without its value, or not at all', () => {
    const html = columnOf({
      ...basic,
      details: [
        { name: 'Available assets', type: 'text', value: '8000+' },
        { name: 'Shareable link', type: 'icon', value: 'never shown' },
        { name: 'Signed PDF-report', type: 'none', value: 'never shown either' },
      ],
    });
    expect(rowOf(html, 'Available assets')).toBe('8000+');
    expect(rowOf(html, 'Shareable link')).toContain('<svg');
    expect(rowOf(html, 'Signed PDF-report')).toBe('');
    expect(html).not.toContain('never shown');
  });
});

describe('checks bought one by one', () => {
  it('[PAYG-01] are under Pay As You Go, with fewer, more and the total in dollars', () => {
    const { priceCents, withoutDiscountCents } = priceOfChecks(250, DEFAULT_PRICE_LIST);
    const html = renderToStaticMarkup(
      <PayAsYouGo
        priceList={DEFAULT_PRICE_LIST}
        checks={250}
        price={{ priceCents, withoutDiscountCents }}
        onChange={() => undefined}
        action={null}
      />,
    );
    expect(html).toMatch(/<h3[^>]*>Pay As You Go<\/h3>/);
    for (const label of ['Fewer checks', 'More checks'])
      expect(html).toMatch(new RegExp(`<button[^>]*aria-label="${label}"`));
    expect(html).toMatch(/<input[^>]*value="250"/);
    expect(html).toContain('Total </span>$222.75');
  });
});

describe('an alert', () => {
  it.each<[AlertType, 'alert' | 'status']>([
    ['error', 'alert'],
    ['info', 'status'],
    ['success', 'status'],
    ['warn', 'status'],
  ])('[ENT-03] shows its message and its link, if any: %s', (type, role) => {
    const link = <a href="/account?tab=tariffs">Renew</a>;
    const html = renderToStaticMarkup(<Alert type={type} message="It ends soon." action={link} />);
    expect(html).toContain(`data-type="${type}" role="${role}"`);
    expect(html).toContain('<p>It ends soon.</p><a href="/account?tab=tariffs">Renew</a>');
    expect(renderToStaticMarkup(<Alert type={type} message="It ends soon." />)).not.toContain('<a');
  });
});
