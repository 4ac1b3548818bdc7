import { expect } from 'vitest';
import type { ModelMoney } from './model-money.ts';
import type { GreedyMoney } from './money.ts';
import type { MoneyStep } from './money-steps.ts';

/** Does a step with money for real, and compares it with what the model says of it. */
export async function takeMoney(money: GreedyMoney, model: ModelMoney, next: MoneyStep): Promise<void> {
  switch (next.do) {
    case 'open a crypto order':
      model.openCryptoOrder();
      await money.openCryptoOrder();
      break;
    case 'send crypto':
      model.sendCrypto(next);
      await money.sendCrypto(next);
      break;
    case 'decide held money': {
      const expected = model.decideHeld(next);
      const said = (await money.decideHeld(next)).toSorted();
      const isLost =
        next.killedAfterMs !== null && expected.includes('nothing') && !said.some((one) => one !== 'nothing');
      // A server that is killed may have decided before: who asks again is answered that nothing is held.
      if (!isLost) expect(said).toEqual(expected.toSorted());
      break;
    }
    case 'crypto is sent back':
      expect(await money.sendCryptoBack()).toBe(model.sendCryptoBack());
      break;
    case 'charge back':
      expect(await money.chargeBack()).toBe(model.refund());
      break;
    case 'change the plan':
      expect(await money.changePlan(next.by, next.planId)).toBe(model.changePlan(next.by, next.planId));
      break;
    case 'plan is paid back':
      expect(await money.payPlanBack()).toBe(model.payPlanBack());
      break;
  }
  expect(await money.cryptoMoney(), next.do).toEqual(model.cryptoMoney());
  expect(await money.namedPlans(), next.do).toEqual(model.namedPlans());
}
