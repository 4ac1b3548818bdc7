import { expect, it } from 'vitest';
import { OPTIONAL, type OptionalModule } from './modules.ts';

/** Each is asked by its name: one that is mistyped would be asked nothing. */
const ASKED: Readonly<Record<keyof OptionalModule, true>> = {
  name: true,
  personParts: true,
  companyParts: true,
  forChecks: true,
  withdrawnOf: true,
  checksEnded: true,
  removeOld: true,
  outgoingGate: true,
  besideServer: true,
  open: true,
};

const unknownIn = (module: object): string[] => Object.keys(module).filter((name) => !(name in ASKED));

it('modules that can be left out say nothing that nobody asks', () => {
  expect(OPTIONAL.length).toBeGreaterThan(3);
  for (const module of OPTIONAL) expect(unknownIn(module), module.name).toEqual([]);
});

it('a mistyped answer would be found', () => {
  expect(unknownIn({ name: 'desk', personPart: [], removeOldd: async () => undefined })).toEqual([
    'personPart',
    'removeOldd',
  ]);
});

it('at most one of them answers what has one answer', () => {
  const single = ['forChecks', 'withdrawnOf', 'outgoingGate'] as const;
  for (const name of single) expect(OPTIONAL.filter((module) => module[name] !== undefined).length).toBeLessThan(2);
});
