import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_PRICE_LIST, LEAST_CHECKS, listedPlans, MOST_CHECKS, plansOf, priceOfChecks } from '@assay/domain';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { OPERATOR_FILE_RULES, operatorFile } from './operator-file-schema.ts';
import { readYamlFile, YamlFileError } from './yaml-file.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'assay-operator-'));
afterAll(() => rmSync(dir, { recursive: true }));

const file = path.join(dir, 'operator.yaml');
function configOf(text: string, environment: Readonly<Record<string, string>> = {}) {
  writeFileSync(file, text);
  return readConfig({ ...environment, OPERATOR_FILE: file });
}

function problemsOf(text: string): readonly string[] {
  writeFileSync(file, text);
  try {
    readYamlFile(file, OPERATOR_FILE_RULES);
  } catch (error) {
    if (!(error instanceof YamlFileError)) throw error;
    return error.problems.map((problem) => problem.replace(`${file}, `, ''));
  }
  return [];
}

const WHOLE = `
product_name: Probe
company: Firm OÜ
address: |
  Street 1
  Tallinn
tax_id: 123456
tax_percent: 24
support_email: help@firm.ee
social: { telegram: https://t.me/firm }
claims:
  assets: 900+
  support_hours: Mon to Fri, 9 to 17
  priority_support: Answer within a day
prices:
  currency: USD
  check: 1.50
  discounts:
    - { from: 100, percent: 5 }
    - { from: 1000, percent: 25 }
  periods: { year: 30 }
plans:
  basic: { month: "29.99", checks_per_month: 40, support: By mail }
  premium: { offered: false }
`;

describe('the operator’s file', () => {
  it('says who runs the installation, what it sells and what is claimed; what it leaves out is as without it', () => {
    const { productName, operator, priceList } = configOf(WHOLE);
    expect(productName).toBe('Probe');
    expect(operator).toMatchObject({
      company: 'Firm OÜ',
      address: 'Street 1\nTallinn',
      taxId: '123456',
      taxPercent: 24,
      supportEmail: 'help@firm.ee',
      socialUrls: { telegram: 'https://t.me/firm', x: null },
    });
    expect(priceList).toEqual({
      checkCents: 150,
      discountTiers: [
        { from: 0, percent: 0 },
        { from: 100, percent: 5 },
        { from: 1000, percent: 25 },
      ],
      periodDiscountPercent: { month: 0, '3_months': 10, half_year: 15, year: 30 },
      plans: {
        basic: { monthCents: 2999, checksPerMonth: 40, support: 'By mail' },
        standard: { monthCents: 6000, checksPerMonth: 100, support: 'Answer within a day' },
        premium: null,
      },
      claims: { assets: '900+', supportHours: 'Mon to Fri, 9 to 17', prioritySupport: 'Answer within a day' },
    });
    const basic = plansOf(priceList).filter(({ name }) => name === 'Basic');
    // 3 × 29.99 less 10 percent is 80.973: rounded to the cent, half a cent up.
    expect(basic.map(({ priceCents }) => priceCents)).toEqual([2999, 8097, 15_295, 25_192]);
  });

  it('states no claim of assets or support that it does not name, once it says anything of what is sold', () => {
    for (const text of ['prices: { check: 1.50 }', 'plans: { basic: { month: 20 } }', 'claims: { assets: 900+ }']) {
      const { priceList } = configOf(text);
      const said = JSON.stringify([priceList, listedPlans(priceList)]);
      expect([text, said.match(/24\/7|8000\+/g)]).toEqual([text, null]);
    }
    const { priceList } = configOf('claims: { support_hours: By day }');
    expect(priceList.claims).toEqual({ assets: null, supportHours: 'By day', prioritySupport: null });
    expect(priceList.plans).toMatchObject({ basic: { support: 'By day' }, standard: { support: null } });
    expect(configOf('product_name: Other').priceList).toEqual(DEFAULT_PRICE_LIST);
  });

  it('changes nothing when it is empty, and the environment counts before it', () => {
    expect(configOf('').priceList).toEqual(DEFAULT_PRICE_LIST);
    expect(configOf('# nothing yet\n').operator).toEqual(readConfig({}).operator);
    expect(configOf(WHOLE, { PRODUCT_NAME: 'Other' }).productName).toBe('Other');
  });

  it('is in deploy/operator.yaml with what counts without it', () => {
    const example = fileURLToPath(new URL('../../../../../deploy/operator.yaml', import.meta.url));
    const { priceList, productName } = readConfig({ OPERATOR_FILE: example });
    expect(priceList).toEqual(DEFAULT_PRICE_LIST);
    expect(productName).toBe(readConfig({}).productName);
  });

  it('may be JSON', () => {
    expect(configOf('{"prices": {"check": "2"}}').priceList.checkCents).toBe(200);
  });

  it('reaches the bot’s own process', () => {
    expect(configOf(WHOLE).bot.environment).toMatchObject({ PRODUCT_NAME: 'Probe', SUPPORT_EMAIL: 'help@firm.ee' });
  });

  it.each([
    ['free', 'check: 0'],
    ['negative', 'check: -1'],
    ['less than a cent', 'check: 0.001'],
    ['a fraction of a cent', 'check: 0.995'],
    ['huge', 'check: 1000.01'],
    ['no number', 'check: .nan'],
    ['infinite', 'check: .inf'],
    ['with a currency', 'check: $1'],
    ['with a comma', 'check: "1,00"'],
    ['in another notation', 'check: "1e2"'],
    ['nothing', 'check: null'],
    ['a list', 'check: [1]'],
  ])('refuses a price of a check that is %s, and names line and field', (_what, line) => {
    const [problem = '', ...others] = problemsOf(`# prices\nprices:\n  ${line}\n`);
    expect(others).toEqual([]);
    expect(problem).toMatch(
      /^line 3: prices\.check must be an amount of US dollars with at most two decimals, 0\.01 to 1000\.00$/,
    );
  });

  it.each([
    ['plans:\n  basic:\n    month: 0', 'line 3: plans.basic.month must be an amount of US dollars'],
    ['plans:\n  basic:\n    month: 24.001', 'line 3: plans.basic.month must be an amount of US dollars'],
    ['plans:\n  basic:\n    checks_per_month: 0.5', 'line 3: plans.basic.checks_per_month must be a whole number'],
    [
      'plans:\n  basic:\n    checks_per_month: 100000\n    month: 1',
      'line 4: plans.basic.month must be such that a check costs at least a tenth of a cent',
    ],
    ['plans:\n  basic: { offered: no thanks }', 'line 2: plans.basic.offered must be true or false'],
    ['plans:\n  gold: { month: 1 }', 'line 2: plans.gold is no field of this file: remove it'],
    ['prices:\n  currency: EUR', 'line 2: prices.currency must be USD'],
    ['prices:\n  check: 0.04', 'line 2: prices.check must be such that 10 checks cost at least 0.50'],
    ['prices:\n  periods: { year: 100 }', 'line 2: prices.periods.year must be a whole percentage from 0 to 90'],
    ['prices:\n  periods: { year: -10 }', 'line 2: prices.periods.year must be a whole percentage from 0 to 90'],
    [
      'prices:\n  discounts:\n    - { from: 20, percent: 100 }',
      'line 3: prices.discounts.0.percent must be a whole percentage',
    ],
    [
      'prices:\n  discounts:\n    - { from: 1, percent: 10 }',
      'line 3: prices.discounts.0.from must be a whole number from 11',
    ],
    [
      'prices:\n  discounts:\n    - { from: 50, percent: 10 }\n    - { from: 40, percent: 20 }',
      'line 2: prices.discounts must be a list in which each',
    ],
    ['prices:\n  check: 13', 'line 2: prices.check must be such that 100000 checks cost at most 999999.99'],
    [
      'prices:\n  check: 90\n  discounts:\n    - { from: 100000, percent: 90 }',
      'line 2: prices.check must be such that 99999 checks cost at most 999999.99',
    ],
    ['claims:\n  assets: ""', 'line 2: claims.assets must be a text of 1 to 60 characters'],
    ['product_name: A\nproduct_name: B', 'line 2: Map keys must be unique'],
    ['prices: [', 'line 1: '],
    ['- a list', 'line 1: the file must be'],
    [
      'plans: { basic: { offered: false }, standard: { offered: false }, premium: { offered: false } }',
      'line 1: plans must be such that at least one plan is offered',
    ],
  ])('refuses %j', (text, expected) => {
    expect(problemsOf(text).join('\n')).toContain(expected);
  });

  it('names every problem at once, as a setting that is wrong', () => {
    const problems = problemsOf('prices: { check: -1 }\nplans:\n  basic: { month: x }\n  silver: {}\n');
    expect(problems.map((problem) => problem.split(' ').slice(0, 3).join(' '))).toEqual(
      expect.arrayContaining(['line 1: prices.check', 'line 3: plans.basic.month', 'line 4: plans.silver']),
    );
    expect(() => configOf('prices: { check: -1 }')).toThrow(ConfigError);
    expect(() => configOf('prices: { check: -1 }')).toThrow(`OPERATOR_FILE names, is not usable:\n  ${file}, line 1`);
  });

  it('says what is wrong with a setting that it holds under the setting’s own name', () => {
    expect(() => configOf('support_email: nobody')).toThrow('SUPPORT_EMAIL must be an email address');
  });

  it('is refused where it is not there, or grows by aliases', () => {
    expect(() => readConfig({ OPERATOR_FILE: path.join(dir, 'nowhere.yaml') })).toThrow('cannot be read (ENOENT)');
    expect(problemsOf('company: &a Firm\naddress: *a\n').join()).toContain('uses an alias');
  });

  it('gives no check away, whatever is written in it', () => {
    const money = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('0.05', '0.10', '0.99', '1', '8.5') },
      { weight: 1, arbitrary: fc.constantFrom('0.01', '999', '0', '-0', '00.50', '1e2', '') },
      { weight: 1, arbitrary: fc.oneof(fc.integer({ min: -1, max: 200 }), fc.double()) },
    );
    const percent = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 90 }) },
      fc.integer({ min: -1, max: 100 }),
      fc.double(),
    );
    const some = { requiredKeys: [] };
    const discount = fc.record({
      from: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 11, max: 100_000 }) }, fc.integer()),
      percent,
    });
    const written = fc.record({
      prices: fc.record(
        {
          check: money,
          discounts: fc.array(discount, { maxLength: 2 }),
          periods: fc.record({ year: percent, half_year: percent }, some),
        },
        some,
      ),
      plans: fc.record({
        basic: fc.record({ month: money, checks_per_month: fc.integer({ min: -1, max: 110_000 }) }, some),
      }),
    });
    let accepted = 0;
    fc.assert(
      fc.property(written, (content) => {
        const parsed = operatorFile.safeParse(content);
        if (!parsed.success) return;
        accepted += 1;
        const { priceList } = parsed.data;
        for (const { from } of priceList.discountTiers) {
          for (const checks of [Math.max(from, LEAST_CHECKS), Math.max(from - 1, LEAST_CHECKS), MOST_CHECKS]) {
            const { priceCents } = priceOfChecks(checks, priceList);
            expect(Number.isSafeInteger(priceCents)).toBe(true);
            expect(priceCents).toBeGreaterThanOrEqual(50);
            expect(priceCents).toBeLessThanOrEqual(99_999_999);
          }
        }
        for (const plan of plansOf(priceList).filter(({ periodCheckAdd }) => periodCheckAdd !== 'none')) {
          expect(Number.isSafeInteger(plan.priceCents)).toBe(true);
          expect(plan.priceCents).toBeGreaterThanOrEqual(10);
          expect(plan.perCheckMills).toBeGreaterThanOrEqual(1);
          expect(plan.numberChecks).toBeGreaterThanOrEqual(plan.checksPerAdd);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
