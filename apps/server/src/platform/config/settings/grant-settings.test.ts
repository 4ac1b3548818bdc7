import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

describe('the settings of what is given for nothing', () => {
  it('are, where none is set, 5 of a network, 10 of a domain and 200 free grants, and 20 answers without a charge', () => {
    expect(readConfig({}).grants).toEqual({ perNetwork: 5, perDomain: 10, perDay: 200, unchargedPerDay: 20 });
  });

  it('may give no free checks, by 0', () => {
    const none = { GRANTS_PER_NETWORK: '0', GRANTS_PER_DOMAIN: '0', GRANTS_A_DAY: '0' };
    expect(readConfig(none).grants).toMatchObject({ perNetwork: 0, perDomain: 0, perDay: 0 });
  });

  it('leave at least one answer without a charge a day, or nobody could begin who has bought no check', () => {
    expect(readConfig({ UNCHARGED_A_DAY: '1' }).grants).toMatchObject({ unchargedPerDay: 1 });
    expect(() => readConfig({ UNCHARGED_A_DAY: '0' })).toThrow(/UNCHARGED_A_DAY.*1 to 1000000/);
  });
});
