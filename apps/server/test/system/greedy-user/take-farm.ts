import { expect } from 'vitest';
import type { Pool } from '../../../src/platform/db/index.ts';
import { grantsOverLimits } from './counts.ts';
import type { GreedyFarm } from './farm.ts';
import type { FarmStep } from './farm-steps.ts';
import type { ModelFarm } from './model-farm.ts';

/** Does a step of the farm for real, and compares what it got with what the model says. */
export async function takeFarm(farm: GreedyFarm, model: ModelFarm, pool: Pool, next: FarmStep): Promise<void> {
  model.take(next);
  await farm.take(next);
  expect(await farm.credits(), next.do).toEqual(model.credits());
  expect(await grantsOverLimits(pool), next.do).toEqual([]);
}
