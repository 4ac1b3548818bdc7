import { arrangePlans, DEFAULT_PRICE_LIST, listedPlans, PLANS, plansOfPeriod, priceOfChecks } from '@assay/domain';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PayAsYouGo } from './pay-as-you-go.tsx';
import { PlanTable } from './plan-table.tsx';

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the plans, as the server renders them', () => {
  const table = (period: 'month' | 'half_year') =>
    renderToStaticMarkup(
      <PlanTable
        plans={plansOfPeriod(listedPlans(DEFAULT_PRICE_LIST), period)}
        actionOf={() => <a href="/x">Buy</a>}
      />,
    );

  it('are side by side with every row, the popular one marked', () => {
    const html = table('month');
    const text = textOf(html);
    for (const words of ['Basic', 'Standard Popular', 'Premium', '$24', 'per month, $0.80 per check', '100 checks']) {
      expect(text).toContain(words);
    }
    for (const row of ['Number of checks', 'Payment period', 'Available assets', 'Shareable link', 'Support']) {
      expect(text.split(row)).toHaveLength(5);
    }
    expect(html.match(/is-popular/g)).toHaveLength(1);
    expect(text).toContain('24/7 Priority support');
    expect(text.match(/Included/g)).toHaveLength(6);
    expect(text).not.toContain('OFF');
  });

  it('[BILL-06] show what is saved, and from what', () => {
    expect(table('half_year')).toContain('<s>');
    const text = textOf(table('half_year'));
    expect(text).toContain('$122.40 was $144 15% OFF per 6 months, $0.68 per check');
    expect(text).toContain('per 6 months, $0.425 per check');
  });

  it('show what is paid by the check, and lines that are only words', () => {
    const flex = PLANS.filter((plan) => plan.type === 'default');
    const text = textOf(renderToStaticMarkup(<PlanTable plans={flex} actionOf={() => null} />));
    expect(text).toContain('$0.99 per check');
    expect(text).toContain('Any number of checks');
    expect(text).toContain('As you need');
    const arranged = arrangePlans(
      PLANS.filter((plan) => plan.type.startsWith('basic')).slice(0, 3),
      DEFAULT_PRICE_LIST.claims,
    );
    const middle = textOf(renderToStaticMarkup(<PlanTable plans={arranged.slice(1, 2)} actionOf={() => null} />));
    expect(middle).toContain('Support 24/7 Priority support');
    expect(middle).toContain('Signed PDF-report Not included');
    expect(middle).toContain('Auto-Renewal Included');
  });
});

describe('pay as you go', () => {
  const block = (
    checks: number,
    price = priceOfChecks(checks, DEFAULT_PRICE_LIST) as ReturnType<typeof priceOfChecks> | null,
  ) =>
    renderToStaticMarkup(
      <PayAsYouGo
        priceList={DEFAULT_PRICE_LIST}
        checks={checks}
        price={price}
        onChange={() => undefined}
        action={<a href="/x">Get Started</a>}
      />,
    );

  it('[PAYG-07] lists what a check brings', () => {
    const text = textOf(block(10));
    for (const line of ['8000+ available assets', 'A sharable link', 'A signed PDF report', '24/7 support']) {
      expect(text).toContain(line);
    }
  });

  it('shows the total, the discount and the tier that applies', () => {
    const text = textOf(block(250));
    expect(text).toContain('Total $222.75 was $247.50');
    expect(text).toContain('$0.89 per check. Minimum 10 checks.');
    expect(text).toContain('0 0% off 200 10% off 500 15% off 1000+ 20% off');
    expect(block(250)).toMatch(/<li aria-current="step"><b>200<\/b>/);
    expect(block(250)).toContain('29.17%');
    expect(textOf(block(10))).not.toContain('was');
  });

  it('says where more checks cost less', () => {
    expect(textOf(block(199))).toContain('200 checks cost less: $178.20.');
    expect(textOf(block(180))).not.toContain('cost less');
    expect(textOf(block(1000))).not.toContain('cost less');
  });

  it('shows no price while it is requested', () => {
    expect(textOf(block(10, null))).not.toContain('$');
  });
});
